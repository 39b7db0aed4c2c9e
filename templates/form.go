package templates

import (
	"maps"
	"slices"
	"strings"
)

// Form is what was entered into a form and what was wrong with it, by the
// names of its fields. The zero Form is an untouched one. An error under the
// empty name concerns the form as a whole.
type Form struct {
	Values map[string]string
	Errors map[string]string
	// IDs are those of fields whose id is not "field-" with their name.
	IDs map[string]string
	// Dropped names in words what was entered for another variant and is not
	// in the one chosen.
	Dropped []string
}

// Wrong is one error of a form with the id of the field that it is about.
type Wrong struct{ ID, Text string }

// Summary are the errors that concern a field, by the fields' names.
func (f Form) Summary() []Wrong {
	var list []Wrong
	for _, name := range slices.Sorted(maps.Keys(f.Errors)) {
		id, ok := f.IDs[name]
		if !ok {
			id = "field-" + name
		}
		if name != "" {
			list = append(list, Wrong{id, f.Errors[name]})
		}
	}
	return list
}

// Named is the form with ids of its own for some fields: a name, its id, and
// so on.
func (f Form) Named(namesAndIDs ...string) Form {
	f.IDs = map[string]string{}
	for i := 0; i+1 < len(namesAndIDs); i += 2 {
		f.IDs[namesAndIDs[i]] = namesAndIDs[i+1]
	}
	return f
}

// Value is what was entered into the field.
func (f Form) Value(name string) string { return f.Values[name] }

// Error is what was wrong with the field.
func (f Form) Error(name string) string { return f.Errors[name] }

// Failed says that the form was sent and refused.
func (f Form) Failed() bool { return len(f.Errors) > 0 }

// Is says whether the field holds the value; an untouched field holds
// standard.
func (f Form) Is(name, value, standard string) bool {
	if entered, ok := f.Values[name]; ok {
		return entered == value
	}
	return value == standard
}

// Field is one labelled control of a form.
type Field struct {
	ID, Name, Type, Label, Help, Value, Error string
	Attributes                                map[string]string
	Required                                  bool
}

// Choice is one of a group of radio buttons.
type Choice struct {
	Name, Value, Label string
	Selected           bool
}

// Choice makes a radio button for the "choice" part. In an untouched form the
// one whose value is standard is selected. The label is a locale key.
func (l Layout) Choice(f Form, name, value, standard, label string) Choice {
	return Choice{name, value, l.T(label), f.Is(name, value, standard)}
}

// Field makes a labelled control for the "field" part. Options are words such
// as "required", "type=email", "autocomplete=username", "help=field.name.help"
// (a locale key), "id=x" or "value=x" (for an untouched field). A label may name the bounds of a number.
func (l Layout) Field(f Form, name, label string, options ...string) Field {
	field := Field{
		ID: "field-" + name, Name: name, Type: "text",
		Error: f.Error(name), Attributes: map[string]string{},
	}
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "required":
			field.Required = true
		case "type":
			field.Type = value
		case "help":
			field.Help = l.T(value)
		case "id":
			field.ID = value
		case "value":
			field.Value = value
		default:
			field.Attributes[key] = value
		}
	}
	field.Label = l.T(label, "min", field.Attributes["min"], "max", field.Attributes["max"])
	if entered, ok := f.Values[name]; ok && field.Type != "password" {
		field.Value = entered
	}
	return field
}

// DescribedBy are the ids of the field's help and error, for aria-describedby.
func (f Field) DescribedBy() string {
	var ids []string
	if f.Help != "" {
		ids = append(ids, f.ID+"-help")
	}
	if f.Error != "" {
		ids = append(ids, f.ID+"-error")
	}
	return strings.Join(ids, " ")
}

// Attribute is one of the field's further attributes, "" if it has none.
func (f Field) Attribute(name string) string { return f.Attributes[name] }

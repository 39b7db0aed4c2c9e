package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"gorm.io/gorm/schema"
)

func init() {
	schema.RegisterSerializer("millis", millis{})
	schema.RegisterSerializer("absent", absent{})
}

// stamp is a time as it is stored: milliseconds since 1970, NULL when zero.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// orNull is an id or text as it is stored: NULL when zero.
func orNull[T int64 | string | int](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// scanTime and scanAbsent read what stamp and orNull wrote.
type scanTime struct{ to *time.Time }

// Scan reads milliseconds or NULL.
func (s scanTime) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*s.to = time.Time{}
	case int64:
		*s.to = time.UnixMilli(v).UTC()
	default:
		return fmt.Errorf("time: stored as %T", v)
	}
	return nil
}

type scanDuration struct{ to *time.Duration }

// Scan reads milliseconds.
func (s scanDuration) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("duration: stored as %T", v)
	}
	*s.to = time.Duration(n) * time.Millisecond
	return nil
}

type scanID struct{ to *int64 }

// Scan reads an id or NULL.
func (s scanID) Scan(v any) error {
	n, ok := v.(int64)
	if !ok && v != nil {
		return fmt.Errorf("id: stored as %T", v)
	}
	*s.to = n
	return nil
}

// millis stores the time.Time and time.Duration fields of the rows.
type millis struct{}

// Scan implements schema.SerializerInterface.
func (millis) Scan(ctx context.Context, field *schema.Field, row reflect.Value, v any) error {
	switch to := field.ReflectValueOf(ctx, row).Addr().Interface().(type) {
	case *time.Time:
		return scanTime{to}.Scan(v)
	case *time.Duration:
		return scanDuration{to}.Scan(v)
	}
	return fmt.Errorf("field %s: not a time", field.Name)
}

// Value implements schema.SerializerInterface.
func (millis) Value(_ context.Context, field *schema.Field, _ reflect.Value, v any) (any, error) {
	switch v := v.(type) {
	case time.Time:
		return stamp(v), nil
	case time.Duration:
		return v.Milliseconds(), nil
	}
	return nil, fmt.Errorf("field %s: not a time", field.Name)
}

// absent stores fields whose zero value means that there is none.
type absent struct{}

// Scan implements schema.SerializerInterface.
func (absent) Scan(ctx context.Context, field *schema.Field, row reflect.Value, v any) error {
	to := field.ReflectValueOf(ctx, row)
	switch v := v.(type) {
	case nil:
		to.SetZero()
	case int64:
		to.SetInt(v)
	case string:
		to.SetString(v)
	case []byte:
		to.SetString(string(v))
	default:
		return fmt.Errorf("field %s: stored as %T", field.Name, v)
	}
	return nil
}

// Value implements schema.SerializerInterface.
func (absent) Value(_ context.Context, _ *schema.Field, _ reflect.Value, v any) (any, error) {
	switch value := reflect.ValueOf(v); {
	case value.IsZero():
		return nil, nil
	case value.CanInt():
		return value.Int(), nil // database/sql knows no other integer here
	}
	return v, nil
}

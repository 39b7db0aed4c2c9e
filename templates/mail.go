package templates

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"text/template"
	"time"
)

// Mail is one of the mail structs of this package.
type Mail interface {
	mail() string
}

// MailTo is what every mail has; mail structs embed it.
type MailTo struct {
	*Printer
	// Name is the reader's.
	Name string
	// URL is the absolute address that the mail is about.
	URL string
	// Site is the address of the server, for the signature.
	Site string
}

// VerifyMail asks to confirm an e-mail address.
type VerifyMail struct{ MailTo }

// ResetMail answers a forgotten password. Expires is when the link ends.
type ResetMail struct {
	MailTo
	Expires time.Time
}

// PasswordChangedMail tells of a changed password.
type PasswordChangedMail struct{ MailTo }

// EmailUsedMail tells the owner of an address that somebody gave it for
// another account. URL is where a forgotten password is replaced.
type EmailUsedMail struct{ MailTo }

// EmailChangedMail tells the old address of the new one.
type EmailChangedMail struct {
	MailTo
	Email string
}

// MessageMail is what a director wrote to everybody in an event. URL is the
// event's.
type MessageMail struct {
	MailTo
	Event, From, Text string
}

func (MessageMail) mail() string         { return "message" }
func (VerifyMail) mail() string          { return "verify" }
func (ResetMail) mail() string           { return "reset" }
func (PasswordChangedMail) mail() string { return "password-changed" }
func (EmailUsedMail) mail() string       { return "email-used" }
func (EmailChangedMail) mail() string    { return "email-changed" }

var mails = parseMails()

func parseMails() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, lang := range Languages() {
		dir := path.Join("locales", lang, "mail")
		names, err := locales.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, name := range names {
			t := template.Must(template.ParseFS(locales, path.Join(dir, name.Name())))
			all[path.Join(lang, strings.TrimSuffix(name.Name(), ".txt"))] = t
		}
	}
	return all
}

// RenderMail writes a mail as plain text. Its file's first line is the
// subject; no value can put a line break into it.
func RenderMail(mail Mail) (subject, body string, err error) {
	lang := Languages()[0]
	if m, ok := mail.(interface{ Lang() string }); ok {
		lang = m.Lang()
	}
	t := mails[path.Join(lang, mail.mail())]
	if t == nil {
		t = mails[path.Join(Languages()[0], mail.mail())]
	}
	if t == nil {
		return "", "", fmt.Errorf("mail %q: no template", mail.mail())
	}
	var out bytes.Buffer
	if err := t.Execute(&out, mail); err != nil {
		return "", "", fmt.Errorf("mail %q: %w", mail.mail(), err)
	}
	subject, body, _ = strings.Cut(out.String(), "\n")
	subject = strings.TrimSpace(strings.ReplaceAll(subject, "\r", " "))
	return subject, strings.TrimLeft(body, "\n"), nil
}

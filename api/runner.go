package api

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"crownpost/api/jobs"
	"crownpost/api/notify"
	"crownpost/api/play"
	"crownpost/templates"
)

// newRunner is what happens without a request: deadlines, rounds and mail.
func newRunner(service *play.Service, mailer notify.Mailer, log *slog.Logger) *jobs.Runner {
	tasks := map[string]jobs.Handler{
		play.TaskMail: func(ctx context.Context, payload string) error {
			letter, err := service.WriteLetter(ctx, payload)
			if err != nil || letter == nil {
				return err
			}
			return mailer.Send(ctx, notify.Message{To: letter.To, Subject: letter.Subject, Text: letter.Text})
		},
	}
	for kind, do := range service.Tasks() {
		tasks[kind] = do
	}
	return jobs.New(jobs.Config{
		Queue:   jobs.FromStore(service.Store),
		Settle:  service.SettleDue,
		Tasks:   tasks,
		CleanUp: service.CleanUp,
		Nightly: service.CountDice,
		Log:     log,
	})
}

// newMails writes the mails of the use cases, with addresses on this site.
func newMails(base *url.URL) func(kind, locale string, data map[string]string) (subject, text string) {
	site := base.Scheme + "://" + base.Host
	return func(kind, locale string, data map[string]string) (string, string) {
		to := templates.MailTo{Printer: templates.NewPrinter(locale), Name: data["name"], Site: site, URL: site + "/settings"}
		var mail templates.Mail
		switch kind {
		case "verify":
			to.URL = site + "/verify/" + data["token"]
			mail = templates.VerifyMail{MailTo: to}
		case "reset":
			to.URL = site + "/reset/" + data["token"]
			expires, err := time.Parse(time.RFC3339, data["expires"])
			if err != nil {
				panic("api: mail: " + err.Error()) // written by play in this form
			}
			mail = templates.ResetMail{MailTo: to, Expires: expires}
		case "password-changed":
			mail = templates.PasswordChangedMail{MailTo: to}
		case "email-changed":
			mail = templates.EmailChangedMail{MailTo: to, Email: data["email"]}
		case "message":
			to.URL = site + "/tournaments/" + data["tournament"]
			mail = templates.MessageMail{MailTo: to, Event: data["event"], From: data["from"], Text: data["text"]}
		case "email-used":
			to.URL = site + "/forgot"
			mail = templates.EmailUsedMail{MailTo: to}
		default:
			panic("api: no mail " + kind)
		}
		subject, text, err := templates.RenderMail(mail)
		if err != nil {
			panic("api: mail: " + err.Error()) // a test renders every mail
		}
		return subject, text
	}
}

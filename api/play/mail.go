package play

import (
	"encoding/json"
	"fmt"

	"crownpost/api/account"
	"crownpost/api/store"
)

// TaskMail is the kind of task that sends a mail; its payload is a Letter in JSON.
const TaskMail = "mail"

// Letter is a mail to be sent.
type Letter struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// mail stores a mail to be sent after the commit, so that a slow or broken
// mail server holds nothing up. An account without an address gets none.
func (s *Service) mail(tx *store.Tx, kind string, to *store.Account, address string, data map[string]string) error {
	if address == "" || s.Mail == nil {
		return nil
	}
	all := map[string]string{"name": to.Name}
	for key, value := range data {
		all[key] = value
	}
	subject, text := s.Mail(kind, to.Locale, all)
	payload, err := json.Marshal(Letter{To: address, Subject: subject, Text: text})
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return s.addTask(tx, "mail:"+account.NewSessionID(), TaskMail, string(payload), tx.Now())
}

package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"regexp"
	"time"
)

// Limits of an archive that is read. They bound what a small file can become.
const (
	MaxSize     = 16 << 20  // bytes of the zip
	maxUnpacked = 256 << 20 // bytes of all files together
	maxFile     = 16 << 20  // bytes of one file
	maxFiles    = 20_000
)

// File is a file of an archive beside event.json, with its bytes.
type File struct {
	Name string
	Body []byte
}

// isFile are the names of files that an archive may have beside event.json.
var isFile = regexp.MustCompile(`^(?:event\.trf|games\.pdn|matches/[1-9][0-9]{0,5}\.(?:mat|json))$`)

// Read reads an archive of at most MaxSize bytes: event.json, and every other
// file, one after another, through take. The error is an Error, or that of take.
func Read(data []byte, take func(File) error) (*Event, error) {
	if len(data) > MaxSize {
		return nil, wrong("", "the archive has more than %d megabytes", MaxSize>>20)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, wrong("", "this is no zip file")
	}
	if len(z.File) > maxFiles {
		return nil, wrong("", "the archive has more than %d files", maxFiles)
	}
	var event *Event
	seen := map[string]bool{}
	left := maxUnpacked
	for _, f := range z.File {
		switch {
		case f.Name != EventFile && !isFile.MatchString(f.Name):
			return nil, wrong(f.Name, "an archive has no such file")
		case seen[f.Name]:
			return nil, wrong(f.Name, "the file is there twice")
		}
		seen[f.Name] = true
		body, err := unpack(f, min(left, maxFile))
		if err != nil {
			return nil, err
		}
		left -= len(body)
		if f.Name != EventFile {
			if err := take(File{f.Name, body}); err != nil {
				return nil, err
			}
			continue
		}
		if event, err = Decode(body); err != nil {
			return nil, err
		}
	}
	if event == nil {
		return nil, wrong(EventFile, "the archive has no such file")
	}
	return event, nil
}

// unpack reads a file of at most so many bytes. What its head says of its size
// is not believed.
func unpack(f *zip.File, most int) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, wrong(f.Name, "the file is packed in a way that is not known")
	}
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	switch {
	case errors.Is(err, zip.ErrChecksum):
		return nil, wrong(f.Name, "the file is damaged")
	case err != nil:
		return nil, wrong(f.Name, "the file cannot be unpacked")
	case len(body) > most:
		return nil, wrong(f.Name, "the file is too big")
	}
	return body, nil
}

// Writer writes an archive.
type Writer struct {
	zip *zip.Writer
	at  time.Time
}

// NewWriter writes to w; at is the time that the files have.
func NewWriter(w io.Writer, at time.Time) *Writer { return &Writer{zip.NewWriter(w), at} }

// Create appends a file, whose bytes are written before the next one is created.
func (w *Writer) Create(name string) (io.Writer, error) {
	return w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: w.at.UTC()})
}

// Add appends a file with its bytes.
func (w *Writer) Add(f File) error {
	out, err := w.Create(f.Name)
	if err != nil {
		return err
	}
	if _, err := out.Write(f.Body); err != nil {
		return err
	}
	return w.zip.Flush()
}

// Close ends the archive, which is none without it.
func (w *Writer) Close() error { return w.zip.Close() }

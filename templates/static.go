package templates

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
)

// Static holds the style sheets, scripts and pictures below the folder
// "static".
//
//go:embed static
var Static embed.FS

// StaticHash names the version of the whole static tree. There is one for all
// files, and not one each, because scripts import each other by relative path.
var StaticHash = hashTree(Static)

// Asset is the address of a static file, such as "css/site.css". It changes
// whenever any static file does, so answers under it may be cached for ever.
func Asset(path string) string { return "/static/" + StaticHash + "/" + path }

func hashTree(tree fs.FS) string {
	sum := sha256.New()
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		own := sha256.Sum256(text)
		sum.Write([]byte(path))
		sum.Write(own[:])
		return nil
	})
	if err != nil {
		panic(err)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

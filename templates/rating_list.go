package templates

// RatingListPage is "/admin/ratings": an administrator's form with pool and
// list, or file, and what became of the list that was sent last.
type RatingListPage struct {
	Layout
	// Variants are the pools, as of NewStudyPage.
	Variants []string
	Form     Form
	// Report is nil before a list was sent.
	Report       *RatingListReport
	MaxMegabytes int
}

// RatingListReport is what became of a rating list.
type RatingListReport struct {
	Variant string
	// Players is the number of lines, Stored how many of them are new or other
	// than they were. Given is how many accounts got their starting ratings,
	// Same how many had them already.
	Players, Stored, Given, Same int
	// Left are the first lines that gave nobody a rating, More how many
	// follow.
	Left []LeftListLine
	More int
}

// LeftListLine is a line of a list that gave nobody a rating.
type LeftListLine struct {
	Line int
	Name string
	// Rating is thousandths of a point.
	Rating int64
	// Why is "unknown", "twice" or "rated".
	Why string
}

func (RatingListPage) file() string { return "rating-list" }

package templates

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var boards = map[string]Board{
	"international": quiet(), "turkish": turkish(), "checkers": checkersBoard(), "routes": routes(),
	"backgammon": opening(), "race": race(), "Black on the bar": entering(),
	"fevga": firstSixes(), "plakoto": pins(), "a double": doubled(), "the Crawford game": crawford(), "a cube owned": owned(),
}

func TestBoardsAreWellFormedAndNeedNoInlineStyles(t *testing.T) {
	for name, board := range boards {
		board.Label = `"<b>'`
		for kind, text := range map[string]string{
			"SVG": string(board.SVG()), "MiniSVG": string(board.MiniSVG()),
			"Figure": strings.ReplaceAll(string(board.Figure(map[string]string{"board.confirm": `"<b>`})), " hidden>", ">"),
		} {
			decoder := xml.NewDecoder(strings.NewReader(text))
			decoder.Strict = !strings.Contains(kind, "Figure")
			for {
				token, err := decoder.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s of %s: %v", kind, name, err)
				}
				element, _ := token.(xml.StartElement)
				if element.Name.Local == "b" || element.Name.Local == "style" || element.Name.Local == "script" {
					t.Errorf("%s of %s has an element <%s>", kind, name, element.Name.Local)
				}
				for _, attribute := range element.Attr {
					if attribute.Name.Local == "style" || strings.HasPrefix(attribute.Name.Local, "on") {
						t.Errorf("%s of %s has an attribute %s", kind, name, attribute.Name.Local)
					}
				}
			}
		}
	}
}

func TestBoardJSONHoldsWhatScriptsNeed(t *testing.T) {
	var got struct {
		Turn  string
		Must  []int
		Legal []struct {
			Text  string
			Path  []int
			Steps [][3]int
		}
		Points [2][26]int
	}
	if err := json.Unmarshal([]byte(routes().JSON()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Turn != "white" || len(got.Must) != 1 || len(got.Legal) != 2 || len(got.Legal[0].Path) != 4 {
		t.Errorf("draughts: %+v", got)
	}
	if err := json.Unmarshal([]byte(race().JSON()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Points[0][20] != 2 || got.Legal[0].Steps[0] != [3]int{20, 15, 5} {
		t.Errorf("backgammon: %+v", got)
	}
}

func TestTheViewerSitsAtTheBottom(t *testing.T) {
	board := quiet()
	place := func(view, text string) (x, y int) {
		board.View = view
		m := regexp.MustCompile(text + `[^>]*? x="(\d+)" y="(\d+)"`).FindStringSubmatch(string(board.SVG()))
		if m == nil {
			t.Fatalf("no %s", text)
		}
		x, _ = strconv.Atoi(m[1])
		y, _ = strconv.Atoi(m[2])
		return x, y
	}
	x, y := place("white", `data-square="46"`)
	if x != margin || y != margin+9*cell {
		t.Errorf("White sees square 46 at %d, %d, want it at the bottom left", x, y)
	}
	x, y = place("black", `data-square="46"`)
	if x != margin+9*cell || y != margin {
		t.Errorf("Black sees square 46 at %d, %d, want it at the top right", x, y)
	}
}

func TestLettersStandAlongTheEdgeAsTheViewerSeesThem(t *testing.T) {
	board := turkish()
	text := regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)">(\w+)</text>`)
	for view, want := range map[string]string{"white": "a b c d e f g h 8 7 6 5 4 3 2 1", "black": "h g f e d c b a 1 2 3 4 5 6 7 8"} {
		board.View = view
		var got []string
		for _, found := range text.FindAllStringSubmatch(string(board.SVG()), -1) {
			got = append(got, found[3])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s reads %q, want %q", view, got, want)
		}
	}
	if numbered := quiet(); strings.Contains(string(numbered.SVG()), "coordinates") {
		t.Error("a board with numbered squares has letters at its edge")
	}
}

func TestHomeIsAtTheBottomRight(t *testing.T) {
	for side, view := range [2]string{"white", "black"} {
		b := Board{View: view}
		one, six, seven, thirteen, last := b.spot(side, 1), b.spot(side, 6), b.spot(side, 7), b.spot(side, 13), b.spot(side, 24)
		if one.dir != -1 || last.dir != 1 || one.x != last.x || one.x <= six.x || six.x <= seven.x || seven.x <= b.spot(side, 12).x || thirteen.x != b.spot(side, 12).x {
			t.Errorf("%s's points lie at 1 %v, 6 %v, 7 %v, 13 %v, 24 %v", view, one, six, seven, thirteen, last)
		}
		if b.spot(side, 5) != b.spot(1-side, 20) {
			t.Errorf("%s's 5 point is not the other's 20 point", view)
		}
	}
}

func TestAStackStaysOnItsPoint(t *testing.T) {
	for count := 1; count <= 15; count++ {
		if far := radius + 1 + float64(count-1)*spread(count, 6, 0) + radius; far > reach {
			t.Errorf("%d checkers reach %g of %d", count, far, reach)
		}
	}
}

// TestPiecesStandOut measures the contrast of what is drawn against what it is
// drawn on, in every palette: WCAG asks for 3:1.
func TestPiecesStandOut(t *testing.T) {
	sheet, err := os.ReadFile("static/css/board.css")
	if err != nil {
		t.Fatal(err)
	}
	block := func(after string) map[string]string {
		text := string(sheet)
		text = text[strings.Index(text, after):]
		text = text[:strings.Index(text, "}")]
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = m[2]
		}
		return colours
	}
	merge := func(all ...map[string]string) map[string]string {
		merged := map[string]string{}
		for _, colours := range all {
			for name, colour := range colours {
				merged[name] = colour
			}
		}
		return merged
	}
	wood, green := block(".board, .board-mini {"), block("\n.checkers {")
	dusk, greenDusk := block(`[data-theme="dark"] :is`), block(`[data-theme="dark"] .checkers`)
	for name, c := range map[string]map[string]string{
		"wood": wood, "wood in the dark": merge(wood, dusk),
		"green": merge(wood, green), "green in the dark": merge(wood, dusk, green, greenDusk),
	} {
		for _, pair := range [][2]string{
			{"white", "dark"}, {"black-line", "dark"}, {"white", "black"}, {"last", "dark"}, {"must", "dark"},
			{"hint", "dark"}, {"white", "pale"}, {"black-line", "pale"}, {"last", "pale"}, {"must", "pale"}, {"hint", "pale"},
			{"white", "felt"}, {"white-line", "white"}, {"white-line", "even"},
		} {
			if ratio := contrast(c[pair[0]], c[pair[1]]); ratio < 3 {
				t.Errorf("%s: %s on %s has %.2f:1", name, pair[0], pair[1], ratio)
			}
		}
	}
}

func contrast(one, other string) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + .05) / (min(a, b) + .05)
}

func luminance(colour string) float64 {
	var rgb [3]int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		panic(colour + ": " + err.Error())
	}
	var linear [3]float64
	for i, v := range rgb {
		linear[i] = float64(v) / 255
		if linear[i] <= .04045 {
			linear[i] /= 12.92
		} else {
			linear[i] = math.Pow((linear[i]+.055)/1.055, 2.4)
		}
	}
	return .2126*linear[0] + .7152*linear[1] + .0722*linear[2]
}

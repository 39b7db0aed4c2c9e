package api

import "github.com/labstack/echo/v4"

// eventFileRoutes are the routes of files of events: pages first, programs
// after.
func (s *Server) eventFileRoutes(e *echo.Echo, v1 *echo.Group) {
	e.GET("/tournaments/import", s.importPage)
	e.POST("/tournaments/import", s.postImport)
	e.GET("/tournaments/:id/files", s.eventFilesPage)
	e.GET("/tournaments/:id/files/*", s.importedFile)
	e.GET("/tournaments/:id/print", s.printPage)
	v1.POST("/tournaments/import", s.apiImport)
	for path, handler := range map[string]echo.HandlerFunc{
		"/tournaments/:id/event.trf":       s.eventReport,
		"/tournaments/:id/archive":         s.eventArchive,
		"/tournaments/:id/players.csv":     s.eventCSV("players", s.playersCSV),
		"/tournaments/:id/pairings.csv":    s.eventCSV("pairings", s.pairingsCSV),
		"/tournaments/:id/standings.csv":   s.eventCSV("standings", s.standingsCSV),
		"/tournaments/:id/cross-table.csv": s.eventCSV("cross-table", s.crossTableCSV),
	} {
		e.GET(path, handler)
		v1.GET(path, handler)
	}
}

package api

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// leadBack answers a GET of an address that takes forms only: one that was
// refused leaves it in the browser, where loading it again leads on.
func leadBack(to string) echo.HandlerFunc {
	return func(c echo.Context) error {
		return c.Redirect(http.StatusSeeOther, strings.Replace(to, ":id", url.PathEscape(c.Param("id")), 1))
	}
}

// routes is the whole map of the site: pages first, programs after.
func (s *Server) routes(e *echo.Echo) {
	e.GET("/healthz", s.health)
	e.GET("/readyz", s.ready)
	e.GET("/static/*", s.static)
	e.GET("/robots.txt", s.robots)

	e.GET("/", s.homePage)
	e.GET("/events", s.homeEvents)
	e.GET("/lobby", s.lobbyPage)
	e.GET("/lobby/events", s.lobbyEvents)
	e.GET("/seeks", leadBack("/lobby"))
	e.POST("/seeks", s.postSeek)
	e.POST("/seeks/:id/accept", s.acceptSeek)
	e.POST("/seeks/:id/decline", s.declineSeek)
	e.POST("/seeks/:id/cancel", s.cancelSeek)
	e.GET("/invite/:token", s.invitePage)
	e.POST("/invite/:token", s.acceptInvite)

	e.GET("/games/:id", s.gamePage)
	e.GET("/games/:id/events", s.gameEvents)
	e.GET("/games/:id/pdn", s.gamePDN)
	e.GET("/games/:id/acts", leadBack("/games/:id"))
	e.POST("/games/:id/acts", s.postAct)
	e.GET("/games/:id/orders", leadBack("/games/:id"))
	e.POST("/games/:id/orders", s.postOrders)
	e.GET("/games/:id/dice.json", s.gameDice)
	e.GET("/games/:id/rematch", leadBack("/games/:id"))
	e.POST("/games/:id/rematch", s.postRematch)

	e.GET("/tournaments", s.tournamentsPage)
	e.GET("/tournaments/new", s.newTournamentPage)
	e.POST("/tournaments", s.postTournament)
	e.GET("/tournaments/:id", s.tournamentPage)
	e.GET("/tournaments/:id/events", s.tournamentEvents)
	e.GET("/tournaments/:id/pdn", s.tournamentPDN)
	for _, act := range []string{"enter", "withdraw", "start", "cancel"} {
		e.GET("/tournaments/:id/"+act, leadBack("/tournaments/:id"))
	}
	e.POST("/tournaments/:id/enter", s.enterTournament)
	e.POST("/tournaments/:id/withdraw", s.onTournament("withdrawn", s.Play.WithdrawTournament))
	e.POST("/tournaments/:id/start", s.onTournament("tournament-started", s.Play.StartTournament))
	e.POST("/tournaments/:id/cancel", s.onTournament("tournament-cancelled", s.Play.CancelTournament))

	e.GET("/studies", s.studiesPage)
	e.POST("/studies", s.postStudy)
	e.GET("/studies/new", s.newStudyPage)
	e.GET("/studies/:id", s.studyPage)
	e.GET("/studies/:id/pdn", s.studyPDN)
	e.POST("/studies/:id", s.postStudySettings)
	e.GET("/studies/:id/moves", leadBack("/studies/:id"))
	e.POST("/studies/:id/moves", s.postStudyMove)
	e.GET("/studies/:id/cut", leadBack("/studies/:id"))
	e.POST("/studies/:id/cut", s.postStudyCut)
	e.GET("/studies/:id/delete", leadBack("/studies/:id"))
	e.POST("/studies/:id/delete", s.deleteStudy)

	e.GET("/players/:name", s.playerPage)
	e.GET("/players/:name/pdn", s.playerPDN)
	e.GET("/leaderboards", s.leaderboardsPage)
	e.GET("/rules", s.rulesPage)
	e.GET("/rules/:variant", s.variantPage)
	e.GET("/openings/:variant/:table", s.openingTable)
	e.GET("/help", s.helpIndexPage)
	e.GET("/help/:topic", s.helpPage)

	e.GET("/signup", s.signupPage)
	e.POST("/signup", s.postSignup)
	e.GET("/login", s.loginPage)
	e.POST("/login", s.postLogin)
	e.POST("/logout", s.postLogout)
	e.GET("/session", s.resumeSession)
	e.POST("/session", s.renewSession)
	e.POST("/session/renew", s.renewSession)
	e.GET("/forgot", s.forgotPage)
	e.POST("/forgot", s.postForgot)
	e.GET("/reset/:token", s.resetPage)
	e.POST("/reset/:token", s.postReset)
	e.GET("/verify/:token", s.verifyPage)
	e.POST("/verify/:token", s.postVerify)
	e.GET("/settings", s.settingsPage)
	for _, form := range []string{"password", "email", "resend", "preferences", "close"} {
		e.GET("/settings/"+form, leadBack("/settings"))
	}
	e.POST("/settings/password", s.postPassword)
	e.POST("/settings/email", s.postEmail)
	e.POST("/settings/resend", s.postResend)
	e.POST("/settings/preferences", s.postPreferences)
	e.POST("/settings/close", s.postClose)
	e.POST("/settings/sessions/revoke-others", s.revokeOtherSessions)
	e.POST("/settings/sessions/:id/revoke", s.revokeSession)

	v1 := e.Group("/api/v1")
	v1.GET("/openapi.yaml", s.openapi)
	v1.POST("/accounts", s.apiSignUp)
	v1.GET("/account", s.apiAccount)
	v1.POST("/sessions", s.apiLogIn)
	v1.GET("/sessions", s.apiSessions)
	v1.POST("/sessions/refresh", s.apiRefresh)
	v1.DELETE("/sessions/:id", s.revokeSession)
	v1.GET("/variants", s.apiVariants)
	v1.GET("/seeks", s.apiSeeks)
	v1.POST("/seeks", s.apiSeek)
	v1.POST("/seeks/:id/accept", s.apiAcceptSeek)
	v1.POST("/seeks/:id/decline", s.declineSeek)
	v1.DELETE("/seeks/:id", s.cancelSeek)
	v1.GET("/games", s.apiGames)
	v1.GET("/games/:id", s.apiGame)
	v1.GET("/games/:id/moves", s.apiMoves)
	v1.GET("/games/:id/pdn", s.gamePDN)
	v1.POST("/games/:id/acts", s.apiAct)
	v1.POST("/games/:id/orders", s.apiOrders)
	v1.GET("/games/:id/dice.json", s.gameDice)
	v1.POST("/games/:id/rematch", s.apiRematch)
	v1.GET("/players/:name", s.apiPlayer)
	v1.GET("/players/:name/games", s.apiPlayerGames)
	v1.GET("/players/:name/pdn", s.playerPDN)
	v1.GET("/leaderboards/:variant", s.apiLeaderboard)
	v1.GET("/studies", s.apiStudies)
	v1.POST("/studies", s.apiNewStudy)
	v1.GET("/studies/:id", s.apiStudy)
	v1.PATCH("/studies/:id", s.apiChangeStudy)
	v1.DELETE("/studies/:id", s.deleteStudy)
	v1.GET("/studies/:id/pdn", s.studyPDN)
	v1.GET("/tournaments", s.apiTournaments)
	v1.POST("/tournaments", s.apiNewTournament)
	v1.GET("/tournaments/:id", s.apiTournament)
	v1.GET("/tournaments/:id/pdn", s.tournamentPDN)
	v1.POST("/tournaments/:id/enter", s.enterTournament)
	v1.POST("/tournaments/:id/withdraw", s.onTournament("withdrawn", s.Play.WithdrawTournament))
	v1.POST("/tournaments/:id/start", s.onTournament("tournament-started", s.Play.StartTournament))
	v1.POST("/tournaments/:id/cancel", s.onTournament("tournament-cancelled", s.Play.CancelTournament))
}

import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  sentences: {
    invalid_request:
      'Der Dienst hat das nicht angenommen. Kopiere, was du geschrieben hast, lade die Seite neu und versuche es erneut.',
    invalid_cursor: 'Diese Liste hat sich geändert. Lade sie neu.',
    invalid_or_expired_token:
      'Dieser Link wurde schon verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Fordere einen neuen an.',
    invalid_goal_reviewer:
      'Prüfen muss ein anderes Mitglied als die verantwortliche Person. Wähle jemand anderen aus.',
    invalid_goal_owner: 'Diese Person ist kein Mitglied der Organisation mehr. Wähle jemand anderen aus.',
    invalid_goal_labels: 'Eines der Labels gibt es nicht mehr. Entferne es und versuche es erneut.',
    invalid_goal_criteria:
      'Während du geschrieben hast, wurde ein Kriterium entfernt. Prüfe die Kriterien und versuche es erneut.',
    invalid_goal_measures:
      'Während du geschrieben hast, wurde ein Messwert entfernt. Prüfe die Messwerte und versuche es erneut.',
    invalid_goal_parent: 'Dieses Ziel gibt es nicht mehr. Wähle ein anderes.',
    invalid_goal_blockers:
      'Ein Ziel, auf das es wartet, gibt es nicht mehr. Entferne es und versuche es erneut.',
    member_not_found: 'Diese Person ist kein Mitglied dieser Organisation mehr.',
    invalid_webhook_url:
      'Diese Adresse kann keine Ereignisse empfangen. Nimm eine https-Adresse im öffentlichen Internet, ohne Benutzernamen und Passwort.',
    invitation_self: 'Das ist deine eigene E-Mail-Adresse. Du bist schon Mitglied.',
    unauthorized: 'Deine Sitzung ist beendet. Melde dich wieder an.',
    invalid_credentials:
      'E-Mail-Adresse und Passwort passen zu keinem bestätigten Konto. Prüfe beides und versuche es erneut.',
    invalid_api_token: 'Das API-Token ist nicht gültig.',
    insufficient_scope: 'Dem API-Token fehlt die nötige Berechtigung.',
    permission_denied:
      'Nur wer für dieses Ziel verantwortlich ist und Admins der Organisation können es ändern.',
    membership_not_found: 'Du bist kein Mitglied dieser Organisation mehr.',
    organization_admin_required: 'Das können nur Inhaber und Admins der Organisation.',
    organization_owner_required: 'Das kann nur der Inhaber der Organisation.',
    owner_role_immutable: 'Die Rolle des Inhabers kann nicht geändert werden.',
    invitation_not_pending:
      'Diese Einladung wurde angenommen, zurückgezogen oder ersetzt, oder wer sie verschickt hat, ist kein Admin mehr.',
    invitation_email_mismatch:
      'Diese Einladung ging an eine andere E-Mail-Adresse als die, mit der du angemeldet bist.',
    goal_owner_forbidden: 'Nur Admins können jemand anderem ein Ziel übertragen.',
    confirmation_not_allowed: 'Nur die prüfende Person und Admins können die Kriterien bestätigen.',
    acknowledgement_own_report: 'Deinen eigenen Bericht kannst du nicht zur Kenntnis nehmen.',
    report_request_own_goal: 'Das ist dein eigenes Ziel. Berichte selbst.',
    report_already_requested: 'Du hast vor weniger als einem Tag um einen Bericht zu diesem Ziel gebeten.',
    goal_has_no_owner: 'Dieses Ziel gehört niemandem. Gib es zuerst jemandem.',
    too_many_continuations:
      'Höchstens 20 Ziele können ein Ziel fortsetzen. Setze stattdessen eines davon fort.',
    goal_closed: 'Dieses Ziel ist abgeschlossen. Öffne es zuerst wieder.',
    not_found: 'Diese Adresse gibt es nicht.',
    goal_not_found: 'Dieses Ziel gibt es nicht, oder es gehört zu einer anderen Organisation.',
    goal_label_not_found: 'Dieses Label gibt es nicht mehr.',
    goal_template_not_found: 'Diese Vorlage gibt es nicht mehr.',
    too_many_goal_templates: 'Eine Organisation kann höchstens 50 Vorlagen haben. Lösche zuerst eine.',
    draft_not_found: 'Du hast keinen Entwurf zu diesem Ziel.',
    goal_view_not_found: 'Diese Ansicht gibt es nicht mehr.',
    goal_view_owner_required:
      'Nur wem sie gehört und Inhaber oder Admins der Organisation können diese Ansicht ändern.',
    invitation_not_found:
      'Diese Einladung ist abgelaufen, wurde zurückgezogen oder schon verwendet, oder wer sie verschickt hat, ist kein Admin mehr.',
    organization_member_not_found: 'Diese Person ist kein Mitglied dieser Organisation mehr.',
    api_token_not_found: 'Dieses Token gibt es nicht mehr.',
    session_not_found: 'Diese Sitzung ist schon beendet.',
    picture_not_found: 'Dieses Bild gibt es nicht mehr.',
    oauth_consent_not_found:
      'Diese Anfrage eines Programms gibt es nicht mehr. Beginne im Programm von vorn.',
    oauth_device_not_found:
      'Mit diesem Code wartet kein Programm. Vergleiche ihn mit deinem Gerät. Ein Code gilt einmal und 10 Minuten lang.',
    oauth_grant_not_found: 'Dieses Programm hat keinen Zugriff mehr.',
    webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
    webhook_delivery_not_found: 'Diese Zustellung ist nicht mehr im Protokoll, das 30 Tage zurückreicht.',
    method_not_allowed: 'Der Dienst nimmt diese Anfrage nicht an. Lade die Seite neu und versuche es erneut.',
    sole_owner: 'Der Inhaber kann nicht austreten oder entfernt werden. Übergib zuerst die Organisation.',
    too_many_organizations: 'Du gehörst schon zu 100 Organisationen, mehr geht nicht.',
    too_many_goal_views: 'Du hast schon so viele Ansichten wie möglich. Lösche zuerst eine.',
    too_many_webhooks: 'Diese Organisation hat schon 20 Webhooks, mehr geht nicht. Lösche zuerst einen.',
    invitation_already_pending:
      'Für diese Adresse ist schon eine Einladung offen. Sende sie stattdessen erneut.',
    invitation_already_member: 'Du bist schon Mitglied dieser Organisation.',
    goal_revision_conflict:
      'Jemand anderes hat über dieses Ziel berichtet. Lade die Seite neu, um den Bericht zu sehen.',
    goal_update_idempotency_conflict:
      'Dieser Bericht konnte nicht gesendet werden. Ändere seinen Text und sende ihn erneut.',
    goal_version_conflict:
      'Jemand anderes hat dieses Ziel bearbeitet. Lade die Seite neu, um die Änderungen zu sehen.',
    goal_parent_conflict:
      'Das Ziel kann nicht dorthin. Ein Ziel kann nicht unter sich selbst stehen und nicht unter einem, das auf es wartet. Ein Baum hat höchstens 5 Ebenen, ein Ziel höchstens 500 Unterziele.',
    goal_blocker_conflict:
      'Diese beiden Ziele können nicht aufeinander warten, und keines auf eines darüber oder darunter.',
    goal_claimed:
      'Ein Programm oder eine Person arbeitet gerade an diesem Ziel. Warte, bis die Arbeit beendet ist, oder nimm das Ziel zurück.',
    goal_claim_lost: 'Die Arbeit an diesem Ziel ist beendet. Lade die Seite neu.',
    goal_not_ready:
      'An diesem Ziel kann gerade niemand beginnen. Es wartet auf ein anderes Ziel oder hat offene Unterziele.',
    budget_requires_session: 'Nur eine Person kann das Budget ändern.',
    question_not_found: 'Diese Frage gibt es nicht mehr.',
    inbox_item_not_found: 'Dieser Eintrag ist nicht mehr in deinem Posteingang.',
    verification_required:
      'Dieses Ziel braucht eine zweite Person: Es kann abgeschlossen werden, wenn jemand anderes bestätigt hat, dass jedes Kriterium erfüllt ist.',
    comment_not_found: 'Dieser Kommentar wurde gelöscht.',
    invalid_mention:
      'Eine erwähnte Person ist kein Mitglied mehr. Entferne den Namen und versuche es erneut.',
    question_closed:
      'Jemand hat diese Frage beantwortet oder zurückgezogen, oder sie ist abgelaufen. Lade die Seite neu.',
    goal_has_children: 'Dieses Ziel hat Unterziele. Verschiebe oder lösche sie zuerst.',
    idempotency_conflict: 'Das konnte nicht angelegt werden. Lade die Seite neu und versuche es erneut.',
    idempotency_secret_gone:
      'Das wurde schon angelegt, aber das Geheimnis wird nur einmal gezeigt. Lösche es und lege ein neues an.',
    goal_label_exists: 'Ein Label mit diesem Namen gibt es schon. Wähle einen anderen Namen.',
    goal_label_in_use: 'Ein Ziel verwendet dieses Label jetzt, deshalb wurde es nicht gelöscht.',
    payload_too_large: 'Das ist zu lang. Kürze den Text und versuche es erneut.',
    unsupported_media_type:
      'Der Dienst nimmt diese Anfrage nicht an. Lade die Seite neu und versuche es erneut.',
    too_many_requests: 'Zu viele Anfragen. Warte einen Moment und versuche es erneut.',
    internal_error: 'Bei uns ist etwas schiefgegangen. Versuche es erneut.',
    unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuche es gleich noch einmal.',
  },
  tooManyAttempts: (minutes) => `Zu viele Versuche. Versuche es in ${formatNumber(minutes)} Minuten erneut.`,
  tooManyRequests: (seconds) =>
    `Zu viele Anfragen. Versuche es in ${formatNumber(seconds)} ${plural(seconds, { one: 'Sekunde', other: 'Sekunden' })} erneut.`,
  offline: 'Du bist offline. Versuche es erneut, wenn du wieder online bist.',
  timeout: 'Der Dienst antwortet zu langsam. Versuche es gleich noch einmal.',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es erneut.',
  email: {
    name: 'E-Mail-Adresse',
    invalid: 'Gib eine vollständige E-Mail-Adresse ein, etwa name@example.com.',
  },
  enter: (name) => `Fülle „${name}“ aus.`,
  tooLong: (name, most) => `Kürze „${name}“ auf höchstens ${most} Zeichen.`,
  tooShort: (least) => `Verwende mindestens ${least} Zeichen.`,
  invisible: (name) => `Schreibe „${name}“ neu, ohne unsichtbare Zeichen und Steuerzeichen.`,
  notAccepted: (name) => `Ändere „${name}“. Der Dienst hat deine Eingabe nicht angenommen.`,
} satisfies typeof texts

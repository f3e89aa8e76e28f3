import type { texts } from './texts.ts'

export const german = {
  title: 'Anmelden',
  intro: 'Verwende das Konto deiner Organisation.',
  action: 'Weiter zur Anmeldung',
  problems: {
    expired: 'Diese Anmeldung gilt nicht mehr. Melde dich noch einmal an.',
    refused: 'Du wurdest nicht angemeldet. Versuche es noch einmal oder bitte eure Administration um Zugang.',
    email_not_verified:
      'Das Konto deiner Organisation hat keine bestätigte E-Mail-Adresse. Bestätige sie dort und melde dich dann noch einmal an.',
    no_email:
      'Das Konto deiner Organisation hat keinen Namen oder keine E-Mail-Adresse, die Cairn verwenden kann. Bitte eure Administration, sie einzutragen.',
    unavailable:
      'Die Anmeldung deiner Organisation antwortet nicht. Versuche es in ein paar Minuten noch einmal.',
    service_unavailable:
      'Cairn konnte deine Anmeldung nicht abschließen. Versuche es in ein paar Minuten noch einmal.',
    too_many: 'Zu viele Anmeldungen sind fehlgeschlagen. Warte 15 Minuten und versuche es dann noch einmal.',
    failed:
      'Bei der Anmeldung ist etwas schiefgegangen. Versuche es noch einmal. Schlägt es wieder fehl, sag eurer Administration Bescheid.',
  },
} satisfies typeof texts

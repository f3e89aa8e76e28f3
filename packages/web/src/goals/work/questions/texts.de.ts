import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Fragen',
  open: 'Offene Fragen',
  loading: 'Fragen werden geladen',
  notLoaded: 'Die Fragen konnten nicht geladen werden. Lade die Seite neu, um sie zu sehen.',
  forYou: 'Fragen an dich',
  closed: (count) =>
    plural(count, { one: 'Eine frühere Frage', other: `${formatNumber(count)} frühere Fragen` }),
  asks: '{who} fragt, {ago}',
  asked: '{who} hat gefragt, {ago}',
  expires: 'Läuft ab {until}',
  about: 'Zu {goal}',
  notFound: 'Diese Frage gibt es hier nicht mehr. Vielleicht galt sie einem gelöschten Ziel.',
  options: 'Antworten zur Wahl',
  answer: {
    choose: 'Wähle eine Antwort',
    with: (option) => `Mit „${option}“ antworten`,
    send: 'Antwort senden',
    sending: 'Wird gesendet',
    text: 'Deine Antwort',
    note: 'Notiz',
    addNote: 'Notiz hinzufügen',
    ownWords: 'In eigenen Worten antworten',
    missing: 'Schreib die Antwort.',
    sent: 'Antwort gesendet.',
    others: 'Antworten können nur Gefragte, wer für das Ziel verantwortlich ist, und Admins.',
  },
  answered: '{who} hat geantwortet, {ago}',
  closedMeanwhile: {
    answered: '{who} hat zuerst geantwortet. Deine Antwort wurde nicht gesendet.',
    withdrawn: 'Diese Frage wurde zurückgezogen. Deine Antwort wurde nicht gesendet.',
    expired: 'Diese Frage ist abgelaufen. Deine Antwort wurde nicht gesendet.',
  },
  states: {
    open: 'Offen',
    answered: 'Beantwortet',
    withdrawn: 'Zurückgezogen',
    expired: 'Ohne Antwort abgelaufen',
  },
  withdraw: {
    name: 'Zurückziehen',
    question: 'Diese Frage zurückziehen?',
    text: 'Dann kann niemand mehr antworten. Wer gefragt hat, sieht, dass sie zurückgezogen wurde. Du kannst das nicht rückgängig machen.',
    action: 'Frage zurückziehen',
    done: 'Frage zurückgezogen.',
  },
} satisfies typeof texts

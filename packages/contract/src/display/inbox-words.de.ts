import type { InboxWords } from './inbox-words.ts'

export const germanInboxWords: InboxWords = {
  happened: {
    mentioned: (who) => `${who} hat dich erwähnt`,
    commented: (who) => `${who} hat kommentiert`,
    question: (who) => `${who} fragt dich`,
    answered: (who) => `${who} hat geantwortet`,
    review: (who) => `${who} braucht deine Prüfung`,
    reported: (who) => `${who} hat berichtet`,
    handed_over: (who) => `${who} hat dir dieses Ziel übergeben`,
    claim_expired: (who) => `${who} hat ohne Nachricht aufgehört`,
    report_requested: (who) => `${who} bittet um einen Bericht`,
  },
  names: {
    mentioned: 'Erwähnungen',
    commented: 'Kommentare zu Zielen, die du beobachtest',
    question: 'Fragen an dich',
    answered: 'Antworten auf deine Fragen',
    review: 'Berichte zum Prüfen',
    reported: 'Berichte zu Zielen, die du beobachtest',
    handed_over: 'Ziele, die dir übergeben wurden',
    claim_expired: 'Arbeit, die ohne Nachricht aufhörte',
    report_requested: 'Bitten um einen Bericht',
  },
}

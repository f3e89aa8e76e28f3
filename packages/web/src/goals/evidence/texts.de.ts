import type { texts } from './texts.ts'

export const german = {
  title: 'Belege',
  hint: 'Füge einen Link ein oder schreib ein Zitat. Auch Links aus den Einzelheiten werden angeboten.',
  linkOrQuote: 'Link oder Zitat',
  add: 'Hinzufügen',
  addEvidence: 'Beleg hinzufügen',
  remove: (title) => `Beleg entfernen: ${title}`,
  linkTitle: (host) => `Titel (${host})`,
  quoteTitle: 'Titel des Zitats',
  quote: 'Zitat',
  offers: 'Links aus dem Text',
  offer: (link) => `${link} als Beleg hinzufügen`,
} satisfies typeof texts

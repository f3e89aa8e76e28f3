import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/evidence', {
  title: 'Evidence',
  hint: 'Paste a link, or type a quote. Links in the details are offered too.',
  linkOrQuote: 'Link or quote',
  add: 'Add',
  addEvidence: 'Add evidence',
  remove: (title: string) => `Remove evidence: ${title}`,
  linkTitle: (host: string) => `Title (${host})`,
  quoteTitle: 'Title of the quote',
  quote: 'Quote',
  offers: 'Links found in the text',
  offer: (link: string) => `Add ${link} as evidence`,
})

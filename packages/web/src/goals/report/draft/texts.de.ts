import type { texts } from './texts.ts'

export const german = {
  unsentSince: 'Du hast einen Bericht begonnen und noch nicht gesendet ({day}).',
  unsent: 'Du hast einen Bericht begonnen und noch nicht gesendet.',
  continue: 'Weiterschreiben',
  discard: 'Verwerfen',
  discarded: 'Entwurf verworfen.',
  other:
    'Es gibt einen neueren Entwurf dieses Berichts aus einem anderen Tab oder von einem anderen Gerät ({ago}).',
  summaryOf: (summary) => `Er beginnt mit „${summary}“.`,
  notKept: 'Bis du dich entscheidest, hat nur dieser Tab, was du hier schreibst.',
  take: 'Neueren Entwurf nehmen',
  keep: 'Diesen behalten',
} satisfies typeof texts

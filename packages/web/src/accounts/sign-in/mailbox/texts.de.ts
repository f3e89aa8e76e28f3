import type { texts } from './texts.ts'

export const german = {
  explanation: 'Dieses Cairn hat keinen E-Mail-Dienst, deshalb bleiben seine E-Mails auf diesem Rechner.',
  newest: 'E-Mail öffnen',
  all: 'Postfach dieses Rechners öffnen',
} satisfies typeof texts

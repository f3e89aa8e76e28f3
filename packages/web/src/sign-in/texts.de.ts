import type { texts } from './texts.ts'

export const german = {
  introduction: {
    name: 'Was Cairn ist',
    claim: 'Ziele, die sagen, was aus ihnen wurde.',
    points: [
      {
        title: 'Ein Ziel sagt, wann es erreicht ist',
        text: 'Kriterien und Messwerte, wer verantwortlich ist und bis wann. Alle lesen dasselbe.',
      },
      {
        title: 'Jeder Bericht legt einen Stein dazu',
        text: 'Status, Zustand und Belege ändern sich zusammen, und niemand ändert sie unbemerkt.',
      },
      {
        title: 'Menschen, Programme und Agenten',
        text: 'Eine Quelle für alle: hier, über die API, die Kommandozeile und für Agenten über MCP.',
      },
    ],
    docs: 'API-Referenz und Anleitungen',
  },
  mailbox: {
    explanation: 'Dieses Cairn hat keinen E-Mail-Dienst, deshalb bleiben seine E-Mails auf diesem Rechner.',
    newest: 'E-Mail öffnen',
    all: 'Postfach dieses Rechners öffnen',
  },
} satisfies typeof texts

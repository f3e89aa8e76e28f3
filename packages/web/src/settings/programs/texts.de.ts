import type { texts } from './texts.ts'

export const german = {
  disconnected: 'Programm getrennt.',
  disconnectOne: (name) => `${name} trennen`,
  disconnect: 'Trennen',
  question: 'Dieses Programm trennen?',
  consequence: '{name} verliert den Zugriff sofort. Es kann dich erneut fragen.',
  leftOrganization: 'Eine Organisation, aus der du ausgetreten bist',
  inOrganization: (name) => `In ${name}`,
  used: 'Zuletzt verwendet {used} · verbunden {since} · endet ohne Verwendung am {end}',
  neverUsed: 'Nie verwendet · verbunden {since} · endet ohne Verwendung am {end}',
  title: 'Verbundene Programme',
  intro:
    'Programme und Agenten, die Cairn für dich verwenden, in allen deinen Organisationen. Für Programme, die dich nicht fragen können, lege ein {token} an.',
  apiToken: 'API-Token',
  loading: 'Programme werden geladen',
  none: {
    title: 'Keine verbundenen Programme',
    text: 'Gib deinem Agenten die Adresse unten. Er öffnet hier eine Seite, die dich fragt, was er darf.',
  },
  address: 'Adresse für Agenten (Model Context Protocol)',
} satisfies typeof texts

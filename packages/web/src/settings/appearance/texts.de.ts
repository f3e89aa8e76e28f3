import type { texts } from './texts.ts'

export const german = {
  title: 'Darstellung und Sprache',
  intro: 'Gilt nur für diesen Browser.',
  theme: 'Farben',
  themes: {
    system: { name: 'System', hint: 'Wie dein Gerät' },
    light: { name: 'Hell', hint: 'Dunkel auf Hell' },
    dark: { name: 'Dunkel', hint: 'Hell auf Dunkel' },
  },
  singleKeys: 'Tastenkürzel mit einzelnen Tasten',
  singleKeysHint: 'Der Dialog, den ? öffnet, nennt sie. Strg oder ⌘ und K geht immer.',
  language: 'Sprache',
  system: 'System',
  languageOfBrowser: (name) => `Wie dein Browser: ${name}`,
  languageOfEmails: 'E-Mails an dich haben eine eigene Sprache: wähle sie unter {notifications}.',
  notifications: 'Benachrichtigungen',
  languages: { en: 'Englisch', de: 'Deutsch' },
} satisfies typeof texts

import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/appearance', {
  title: 'Appearance and language',
  intro: 'Applies to this browser only.',
  theme: 'Theme',
  themes: {
    system: { name: 'System', hint: 'Same as your device' },
    light: { name: 'Light', hint: 'Dark on light' },
    dark: { name: 'Dark', hint: 'Light on dark' },
  },
  singleKeys: 'Shortcuts with single keys',
  singleKeysHint: 'The dialog that ? opens lists them. Ctrl or ⌘ and K always works.',
  language: 'Language',
  system: 'System',
  languageOfBrowser: (name: string) => `Same as your browser: ${name}`,
  languageOfEmails: 'Emails to you have a language of their own: choose it under {notifications}.',
  notifications: 'Notifications',
  /** Below the name of each language in itself. */
  languages: { en: 'English', de: 'German' },
})

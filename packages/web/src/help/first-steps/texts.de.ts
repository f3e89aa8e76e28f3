import type { texts } from './texts.ts'

export const german = {
  title: 'Erste Schritte',
  intro: 'Drei Schritte, ein paar Minuten. Du kannst gehen und wiederkommen.',
  done: '(erledigt)',
  hide: 'Diese Schritte ausblenden',
  name: {
    title: 'Gib der Organisation einen Namen',
    text: 'Ihn sehen andere, wenn du sie einlädst.',
    field: 'Name der Organisation',
    action: 'Namen speichern',
    busy: 'Name wird gespeichert',
    saved: 'Name gespeichert.',
    missing: 'Gib einen Namen ein.',
  },
  goal: {
    title: 'Veröffentliche ein erstes Ziel',
    text: 'Beginne mit einer Vorlage oder beschreibe es selbst.',
    empty: 'Ein leeres Ziel',
  },
  sample: 'Möchtest du dich erst einmal umsehen?',
  people: {
    title: 'Lade andere ein oder verbinde einen Agenten',
    text: 'Ziele leben von Berichten. Menschen berichten hier, Agenten von dort, wo sie arbeiten.',
    invite: 'Andere einladen',
    connect: 'Agenten verbinden',
  },
} satisfies typeof texts

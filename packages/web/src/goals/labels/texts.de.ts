import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  color: {
    none: 'Keine',
    current: 'Aktuelle Farbe',
    title: 'Farbe',
  },
  colors: {
    Slate: 'Schiefer',
    Blue: 'Blau',
    Teal: 'Petrol',
    Green: 'Grün',
    Amber: 'Bernstein',
    Rust: 'Rost',
    Red: 'Rot',
    Plum: 'Pflaume',
    Violet: 'Violett',
  },
  deletion: {
    done: 'Label gelöscht.',
    inUse: 'Dieses Label wird verwendet',
    question: 'Dieses Label löschen?',
    action: 'Label löschen',
    close: 'Schließen',
    cancel: 'Abbrechen',
    showGoals: 'Diese Ziele zeigen',
    consequence: '{label} wird für alle gelöscht. Das lässt sich nicht rückgängig machen.',
    checking: 'Es wird geprüft, welche Ziele es verwenden',
    goals: 'Ziele mit diesem Label',
    isOnMore: (count) =>
      `{label} ist an mehr als ${formatNumber(count)} Zielen. Entferne es zuerst von ihnen, um es zu löschen.`,
    isOnOne: '{label} ist an einem Ziel. Entferne es zuerst von diesem Ziel, um es zu löschen.',
    isOn: (count) =>
      `{label} ist an ${formatNumber(count)} Zielen. Entferne es zuerst von ihnen, um es zu löschen.`,
  },
  edit: 'Label bearbeiten',
  newLabel: 'Neues Label',
  saved: 'Label gespeichert.',
  created: 'Label angelegt.',
  name: 'Name',
  description: 'Beschreibung',
  save: 'Label speichern',
  create: 'Label anlegen',
  form: {
    name: {
      name: 'Name',
    },
    color: {
      name: 'Farbe',
      invalid: 'Wähle eine andere Farbe.',
    },
    description: {
      name: 'Beschreibung',
    },
  },
  title: 'Labels',
  intro: 'Gruppiere Ziele nach Thema, Quartal oder Team. Änderungen sind sofort in jedem Ziel zu sehen.',
  loading: 'Labels werden geladen',
  none: {
    title: 'Noch keine Labels',
    text: 'Ein Ziel kann bis zu 20 Labels haben.',
  },
  editOne: (name) => `${name} bearbeiten`,
  deleteOne: (name) => `${name} löschen`,
} satisfies typeof texts

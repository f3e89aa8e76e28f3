import type { texts } from './texts.ts'

export const german = {
  changedTo: ' geändert in ',
  quoted: (title) => `„${title}“`,
  details: {
    unit: ', Einheit {change}',
    start: ', Anfangswert {change}',
    target: ', Zielwert {change}',
  },
  noUnit: 'keine',
  changed: 'Geändert: {row}',
  added: 'Hinzugefügt: {row}',
  removed: 'Entfernt: {row}',
  reordered: 'Die Reihenfolge wurde geändert.',
  deletedLabel: 'Ein gelöschtes Label',
  noParent: 'Kein übergeordnetes Ziel',
  noReviewer: 'Niemand Bestimmtes',
  compare: 'Texte vergleichen',
  addedPart: ' hinzugefügt: ',
  removedPart: ' entfernt: ',
} satisfies typeof texts

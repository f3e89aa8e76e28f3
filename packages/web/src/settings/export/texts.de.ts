import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Export',
  text: 'Lade alle Ziele mit ihrem ganzen Verlauf, die Labels und die Mitglieder als JSON-Dateien herunter. Große Organisationen kommen in mehreren Dateien, die du dem Browser vielleicht erlauben musst.',
  busy: 'Wird exportiert',
  action: 'Alles herunterladen',
  stop: 'Anhalten',
  progress: (count) =>
    `Bisher ${count === 1 ? 'ein Ziel' : `${formatNumber(count)} Ziele`}. Lass diese Seite offen, bis alles fertig ist.`,
  waiting: (count) =>
    `Bisher ${count === 1 ? 'ein Ziel' : `${formatNumber(count)} Ziele`}. Der Dienst bittet um eine Pause. Es geht von selbst weiter.`,
  done: (goals, files) =>
    `${goals === 1 ? 'Ein Ziel' : `${formatNumber(goals)} Ziele`} in ${files === 1 ? 'eine Datei' : `${formatNumber(files)} Dateien`} exportiert, zu finden in deinen Downloads.`,
} satisfies typeof texts

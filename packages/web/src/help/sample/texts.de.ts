import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Eine Beispielorganisation ansehen',
  text: 'Eine kleine Bäckerei mit acht Zielen und ihren Berichten, Messwerten und Belegen. Sie ist eine eigene Organisation, die nur du siehst. Du kannst sie jederzeit verwerfen.',
  cancel: 'Abbrechen',
  create: 'Beispiel anlegen',
  creating: 'Beispiel wird angelegt',
  progress: 'Fortschritt',
  steps: (done, total) => `${formatNumber(done)} von ${formatNumber(total)}`,
  waiting: 'Warten auf den Dienst. Es geht von selbst weiter.',
  stop: 'Stoppen und verwerfen',
  stopping: 'Wird verworfen',
  failed:
    'Das Beispiel ist nicht vollständig. Beim nächsten Versuch geht es dort weiter, wo es aufgehört hat.',
  left: 'Was es vom Beispiel gibt, steht unter deinen Organisationen. Du kannst es in seinen Einstellungen löschen.',
  ready: 'Das Beispiel ist bereit. Ändere, was du willst.',
  notice: 'Diese Organisation ist ein Beispiel: Nichts darin ist echt.',
  discard: 'Verwerfen',
  keep: 'Behalten',
} satisfies typeof texts

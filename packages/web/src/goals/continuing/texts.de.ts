import type { texts } from './texts.ts'

export const german = {
  continue: 'Im nächsten Zeitraum fortsetzen',
  suggestCompleted:
    'Dieses Ziel ist abgeschlossen. Es kann im nächsten Zeitraum weitergehen, mit dem, was noch zu tun ist.',
  suggestOverdue:
    'Das Zieldatum ist vorbei. Das Ziel kann im nächsten Zeitraum weitergehen, mit dem, was noch zu tun ist.',
  from: 'Setzt fort:',
  by: 'Fortgesetzt in:',
} satisfies typeof texts

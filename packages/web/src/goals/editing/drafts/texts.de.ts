import type { texts } from './texts.ts'

export const german = {
  restored: 'Dein Entwurf wurde wiederhergestellt.',
  startOver: 'Von vorn beginnen',
  questions: {
    changes: {
      title: 'Änderungen verwerfen?',
      text: 'Das Ziel bleibt, wie es zuletzt gespeichert wurde.',
      action: 'Änderungen verwerfen',
    },
    goal: {
      title: 'Dieses Ziel verwerfen?',
      text: 'Es ist noch nicht veröffentlicht. Was du geschrieben hast, geht verloren.',
      action: 'Ziel verwerfen',
    },
    report: {
      title: 'Diesen Bericht verwerfen?',
      text: 'Er ist noch nicht gesendet. Was du geschrieben hast, geht verloren.',
      action: 'Bericht verwerfen',
    },
    template: {
      title: 'Diese Vorlage verwerfen?',
      text: 'Sie ist noch nicht gespeichert. Was du geschrieben hast, geht verloren.',
      action: 'Vorlage verwerfen',
    },
  },
  keepEditing: 'Weiter bearbeiten',
} satisfies typeof texts

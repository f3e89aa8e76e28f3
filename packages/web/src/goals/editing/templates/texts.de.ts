import type { texts } from './texts.ts'

export const german = {
  title: 'Mit einer Vorlage beginnen',
  hint: 'Alles darin lässt sich ändern.',
  unfinished: (lines) => `Fülle aus, wofür „…“ steht, oder lösche es: ${lines}`,
  templates: {
    launch: {
      name: 'Etwas einführen',
      description: '… für … einführen\n\nWarum jetzt: …\n\nWas nicht dazugehört: …',
      criteria: [
        {
          title: 'Alle können es nutzen',
          description: 'Es steht allen zur Verfügung, für die es gedacht ist, ohne unsere Hilfe.',
        },
        {
          title: 'Es bewährt sich im Alltag',
          description: 'Zwei Wochen nach der Einführung ist kein ernstes Problem offen.',
        },
      ],
    },
    number: {
      name: 'Eine Zahl verbessern',
      description:
        '… von … auf … bringen\n\nWie und wo gemessen wird: …\n\nWas dabei nicht schlechter werden darf: …',
      criteria: [{ title: 'Die Zahl bleibt dort', description: 'Das Ziel gilt vier Wochen in Folge.' }],
      measure: { title: 'Die Zahl', unit: '' },
    },
    level: {
      name: 'Ein Versprechen an Kunden halten',
      description: 'Jede … innerhalb von … beantworten\n\nWer es merkt, wenn wir es nicht tun: …',
      criteria: [
        {
          title: 'Jeden Monat gehalten',
          description: 'Keiner der letzten drei Monate lag unter dem Ziel.',
        },
      ],
      measure: { title: 'Gehalten', unit: '%' },
    },
    project: {
      name: 'Ein Projekt abschließen',
      description: '… abschließen\n\nDie Teile: …\n\nWer entscheidet, dass es fertig ist: …',
      criteria: [
        {
          title: 'Alle Teile sind geliefert',
          description: 'Jeder Teil wird von denen genutzt, die ihn wollten.',
        },
        { title: 'Nichts Altes bleibt', description: 'Was das Projekt ersetzt, ist abgeschaltet.' },
      ],
      measure: { title: 'Gelieferte Teile', unit: '%' },
    },
    routine: {
      name: 'Etwas in Ordnung halten',
      description: 'Jeden Monat …\n\nWie jemand anderes es übernehmen könnte: …',
      criteria: [
        {
          title: 'Diesen Monat erledigt',
          description: 'Der Bericht sagt, was getan wurde, mit einem Link.',
        },
      ],
    },
  },
} satisfies typeof texts

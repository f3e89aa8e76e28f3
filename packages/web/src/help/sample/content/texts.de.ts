import type { texts } from './texts.ts'

export const german = {
  name: 'Beispiel: Bäckerei Nord',
  labels: { growth: 'Wachstum', quality: 'Qualität', costs: 'Kosten' },
  goals: {
    reasons: {
      title: 'Herausfinden, warum Stammkunden wegbleiben',
      description:
        'Gesichter, die wir jeden Tag gesehen haben, sind weg. Wir wissen nicht, warum.\n\nFür dieses Ziel ist noch niemand verantwortlich, und niemand hat darüber berichtet.',
      criteria: [
        {
          title: 'Zwanzig Menschen haben es uns gesagt',
          description: 'Persönlich oder am Telefon, in ihren Worten.',
        },
      ],
      measures: [],
      reports: [],
    },
    market: {
      title: 'Auf dem Samstagsmarkt verkaufen',
      description: 'Ein Stand auf dem Platz bringt uns die Familien, die nur dort einkaufen.',
      criteria: [{ title: 'Der Stand trägt sich', description: 'An vier Samstagen in Folge.' }],
      measures: [],
      reports: [
        { summary: 'Die Stadt bietet uns einen Platz neben den Blumen an' },
        {
          summary: 'Der Platz ist bis zum Sommer gesperrt',
          details: 'Die Stadt erneuert das Pflaster. Das Angebot bleibt, also warten wir mit dem Stand.',
        },
      ],
    },
    course: {
      title: 'Den Sauerteigkurs online stellen',
      description:
        'Zwölf kurze Lektionen, vom ersten Ansatz bis zum ersten Brot, für alle, die am Tresen fragen.',
      criteria: [
        { title: 'Alle Lektionen sind online', description: 'Mit Untertiteln.' },
        { title: 'Jemand ohne Erfahrung backt danach ein Brot', description: 'Ohne uns zu fragen.' },
      ],
      measures: [{ title: 'Lektionen gefilmt', unit: 'Lektionen' }],
      reports: [
        { summary: 'Vier Lektionen, alle in einem Zug' },
        { summary: 'Neun Lektionen; das Licht in der Backstube ist bis mittags gut' },
        {
          summary: 'Der Kurs ist online, und meine Nachbarin hat danach gebacken',
          details: 'Die Krume ist etwas dicht. Sie sagt: *Ich hätte nie gedacht, dass ich das kann.*',
        },
      ],
      evidence: { title: 'Foto von ihrem Brot', text: 'An der Wand neben dem Ofen.' },
    },
    apprentices: {
      title: 'Zwei Azubis führen einen Morgen allein',
      description: 'Damit niemand mehr am freien Tag kommen muss.',
      criteria: [
        { title: 'Beide können die acht Teige', description: 'Abgenommen vom Meister.' },
        { title: 'Beide haben zwei Morgen geführt', description: 'Vom ersten Ofen bis zur offenen Tür.' },
      ],
      measures: [],
      reports: [
        { summary: 'Fünf von acht Teigen sind abgenommen' },
        { summary: 'Alle acht Teige; der erste Morgen ist am Donnerstag' },
      ],
    },
    answers: {
      title: 'Jede Nachricht innerhalb eines Tages beantworten',
      description:
        'Bestellungen, Fragen, Beschwerden: alle, an Werktagen. Ein kleines Programm zählt und berichtet jede Woche.',
      criteria: [{ title: 'Niemand wartet länger als zwei Tage', description: 'Auch nicht im Dezember.' }],
      measures: [{ title: 'Innerhalb eines Tages beantwortet', unit: '%' }],
      reports: [
        { summary: 'Zwei Drittel, seit jemand zählt' },
        { summary: 'Eine von uns antwortet, bevor der Laden öffnet' },
        { summary: 'Krankheitswoche: Die Frühschicht hatte keine Zeit' },
        { summary: 'Fünf häufige Fragen stehen jetzt auf der Website' },
        { summary: 'Woche 46: 91 % von 212 Nachrichten innerhalb eines Tages' },
        { summary: 'Woche 47: 94 % von 198 Nachrichten innerhalb eines Tages' },
      ],
      evidence: { title: 'Zahlen der Woche', url: 'https://example.com/mailbox' },
    },
    waste: {
      title: 'Jedes Brot wird am selben Tag verkauft',
      description:
        'Wir backen nach Gewohnheit, nicht nach Bedarf. **Vierzig Brote am Tag** bleiben abends übrig.\n\n- Jeden Tag nach dem planen, was am gleichen Wochentag verkauft wurde.\n- Der Tafel um fünf sagen, was übrig ist.',
      criteria: [
        { title: 'Der Tagesplan kommt aus den Verkäufen', description: 'Für jede Brotsorte.' },
        { title: 'Stammkunden stehen nie vor leerem Regal', description: 'Vor sechs Uhr abends.' },
      ],
      measures: [{ title: 'Brote übrig', unit: 'am Tag' }],
      reports: [
        { summary: 'Erste Woche mit einem Plan nach Wochentag' },
        { summary: 'Die Samstage sind halb so schlimm' },
        { summary: 'Regentage haben einen eigenen Plan' },
        { summary: 'Roggen nur noch dreimal in der Woche, und niemanden stört es' },
        {
          summary: 'Sechzehn übrig, und niemand stand vor leerem Regal',
          details: 'Zehn davon nimmt die Tafel. Der Rest wird Suppenbrot.',
        },
      ],
      evidence: { title: 'Verkäufe und Reste nach Tag', url: 'https://example.com/leftovers' },
    },
    power: {
      title: 'Die Stromrechnung um ein Fünftel senken',
      description:
        'Das meiste brauchen die Öfen. Das Zieldatum ist vorbei, und das Ziel braucht eine Entscheidung.',
      criteria: [{ title: 'Drei Monate unter 4.160 kWh', description: 'In Folge, laut Zähler.' }],
      measures: [{ title: 'Strom im Monat', unit: 'kWh' }],
      reports: [
        { summary: 'Der zweite Ofen startet eine Stunde später' },
        { summary: 'Überall LED; als Nächstes kommt die Kühlung' },
        {
          summary: 'Die alte Kühlung frisst, was wir sparen',
          details:
            'Eine neue kostet 6.800 € und rechnet sich in drei Jahren. **Zu entscheiden:** kaufen oder das Ziel senken.',
        },
      ],
      evidence: { title: 'Zähler der Kühlung', text: '31 kWh am Tag. Eine neue braucht 9.' },
    },
    harbor: {
      title: 'Den zweiten Laden in der Hafenstraße eröffnen',
      description:
        'Die Hälfte unserer neuen Kunden kommt vom Hafen. Ein Laden dort spart ihnen den Weg.\n\n**Nicht dabei:** ein Ofen dort. Gebacken wird alles im Stammhaus.',
      criteria: [
        { title: 'Der Mietvertrag ist unterschrieben', description: 'Für mindestens fünf Jahre.' },
        { title: 'Die Theke besteht die Abnahme', description: 'Ohne offene Punkte.' },
        { title: 'Drei Leute sind eingestellt', description: 'Zwei für die Theke, jemand zum Fahren.' },
      ],
      measures: [{ title: 'Schritte des Plans erledigt', unit: '%' }],
      reports: [
        { summary: 'Der Mietvertrag ist unterschrieben, zwei Wochen früher als geplant' },
        { summary: 'Die Theke ist bestellt, zwei von drei Leuten sind eingestellt' },
        {
          summary: 'Der Elektriker kommt drei Wochen später',
          details:
            'Ohne Strom für die Kühlung gibt es keine Abnahme. Wir fragen bis Freitag zwei andere Betriebe.',
        },
      ],
      evidence: { title: 'Mietvertrag', text: 'Fünf Jahre ab März, zweimal verlängerbar.' },
    },
  },
} satisfies typeof texts

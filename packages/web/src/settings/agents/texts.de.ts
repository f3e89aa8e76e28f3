import type { texts } from './texts.ts'

export const german = {
  disconnected: 'Programm getrennt.',
  disconnectOne: (name) => `${name} trennen`,
  disconnect: 'Trennen',
  question: 'Dieses Programm trennen?',
  consequence: '{name} verliert den Zugriff sofort. Es kann dich erneut fragen.',
  leftOrganization: 'Eine Organisation, aus der du ausgetreten bist',
  inOrganization: (name) => `In ${name}`,
  used: 'Zuletzt verwendet {used} · verbunden {since} · endet ohne Verwendung am {end}',
  neverUsed: 'Nie verwendet · verbunden {since} · endet ohne Verwendung am {end}',
  title: 'Agenten und Programme',
  intro:
    'Agenten gehen von deinen Zielen aus und berichten mit Belegen, und der Verlauf sagt, welcher Agent es war.',
  connect: 'Agenten verbinden',
  address: 'Adresse von Cairn (Model Context Protocol)',
  doors: {
    legend: 'Was der Agent tut',
    names: { keep: 'Pflegt Ziele', work: 'Arbeitet an Zielen' },
    hints: {
      keep: 'Er liest deine Ziele, berichtet darüber und ändert sie.',
      work: 'Er nimmt sich das dringendste Ziel vor, das bereit ist, sagt anderen, dass er es hat, berichtet, übergibt und fragt dich, wenn er nicht weiterweiß.',
    },
  },
  setup: {
    title: 'Oder mit dem Befehl',
    text: 'Der Befehl cairn schreibt denselben Eintrag und zeigt dem Programm deine Ziele, wenn ein Lauf beginnt. Mit {remove} entfernt er beides.',
  },
  products: {
    list: 'Dein Agent',
    other: 'Ein anderer',
    command: 'Im Terminal',
    install: (product) => `Zu ${product} hinzufügen`,
    hints: {
      claude:
        'Führe das aus, gib dann in Claude Code /mcp ein und melde dich an. Es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann.',
      codex:
        'Führe das aus. Es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann. Öffnet sich keine, führe aus: codex mcp login {server}',
      cursor:
        'Klicke auf die Schaltfläche oder schreibe das in die Datei. Cursor bittet dich dann, dich anzumelden, und es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann.',
      gemini:
        'Führe das aus, und gib dann in Gemini CLI /mcp auth cairn ein. Es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann.',
      vscode:
        'Klicke auf die Schaltfläche oder schreibe das in die Datei, und starte dort den Server. Es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann.',
      other:
        'Gib die Adresse deinem Agenten, wo er nach einem MCP-Server über HTTP fragt. Es öffnet sich eine Seite, die fragt, was der Agent darf: Erlaube auch „Eigene Ziele schreiben“, damit er berichten kann.',
    },
  },
  status: {
    waiting: 'Warten auf deinen Agenten …',
    byItself: 'Das ändert sich von selbst, sobald er verbunden ist.',
    connected: 'Verbunden: {name}.',
    last: 'Zuletzt aktiv {time}.',
    offline: 'Du bist offline. Cairn sucht nach deinem Agenten, wenn die Verbindung wieder da ist.',
    unreachable: 'Cairn ist nicht erreichbar. Es sucht nach deinem Agenten, sobald es das wieder ist.',
  },
  programs: {
    title: 'Verbundene Programme',
    text: 'Was du erlaubt hast, in allen deinen Organisationen.',
  },
  tokens: {
    title: 'Token',
    text: 'Für Agenten, die dich nicht fragen können, zum Beispiel in einem Build. Alle anderen findest du unter {tokens}.',
    all: 'API-Token',
    create: 'Neues Token für einen Agenten',
  },
  loading: 'Programme werden geladen',
} satisfies typeof texts

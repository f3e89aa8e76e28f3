import { germanScopeWords } from '@cairn/contract/display/scope-words.de'
import type { texts } from './texts.ts'

export const german = {
  caution: {
    loopback:
      'Jedes Programm auf diesem Computer könnte sich dafür ausgeben. Erlaube es nur, wenn du es gerade selbst gestartet hast.',
    loopbackUnverified:
      'Niemand hat seinen Namen geprüft. Erlaube es nur, wenn du es gerade selbst gestartet hast.',
    unverified: 'Niemand hat seinen Namen geprüft. Erlaube es nur, wenn du diese Adresse kennst.',
    known: 'Erlaube es nur, wenn du diese Adresse kennst.',
    through: (host) => `Es bekommt Zugriff über ${host}. Erlaube es nur, wenn du beide Adressen kennst.`,
  },
  form: {
    fields: {
      organizationId: {
        name: 'Organisation',
        missing: 'Wähle die Organisation, die das Programm verwenden darf.',
        invalid: 'Wähle die Organisation, die das Programm verwenden darf.',
      },
      scopes: {
        name: 'Berechtigungen',
        missing: 'Erlaube mindestens eines oder lehne ab.',
        invalid: 'Wähle nur, worum das Programm bittet.',
      },
    },
    organization: 'Organisation',
    organizationHint: 'Das Programm sieht keine andere.',
    scopes: 'Was es darf',
    scopesHint: 'Lesen ist ausgewählt. Füge Schreiben hinzu, wenn es für dich handeln soll.',
    limits:
      'Es kann nie mehr als du selbst und verliert den Zugriff, wenn du es 90 Tage nicht verwendest. Du kannst es jederzeit in den Einstellungen trennen.',
    deny: 'Ablehnen',
    allow: 'Erlauben',
  },
  ask: {
    title: 'Programm verbinden',
    intro: '{program} möchte Cairn für dich verwenden.',
    introUnverified: 'Ein Programm, das sich {program} nennt, möchte Cairn für dich verwenden.',
  },
  scopes: germanScopeWords,
  signedInAs: 'Angemeldet als {email}.',
  otherAccount: 'Anderes Konto verwenden',
  decided: {
    allowed: 'Verbunden',
    denied: 'Nicht verbunden',
    allowedText:
      '{program} kann Cairn jetzt für dich verwenden. Mach dort weiter. Du kannst diese Seite schließen.',
    deniedText: '{program} hat keinen Zugriff auf Cairn. Mach dort weiter. Du kannst diese Seite schließen.',
  },
  device: {
    title: 'Gerät verbinden',
    intro: 'Gib den Code ein, den das Programm auf deinem anderen Gerät zeigt.',
    fields: {
      userCode: {
        name: 'Code',
        missing: 'Gib den Code ein, zum Beispiel WDJB-MJHT.',
        invalid: 'Gib den Code ein, zum Beispiel WDJB-MJHT.',
      },
    },
    code: 'Code',
    codeHint: 'Acht Buchstaben. Kleinschreibung geht auch, der Strich ist nicht nötig.',
    continue: 'Weiter',
    ownOnly:
      'Gib nur einen Code ein, den dir ein Programm auf deinem eigenen Gerät zeigt und den du selbst angefordert hast. Niemand von Cairn oder aus deinem Team gibt dir jemals einen: Wer das tut, will deinen Zugriff.',
    compare:
      'Erlaube es nur, wenn dein Gerät diesen Code zeigt und du das Programm dort gerade selbst gestartet hast.',
    asked: 'Angefragt',
    from: 'Netzwerkadresse',
    unknownAddress: 'Unbekannt',
    as: 'Nennt sich',
    allowedText:
      '{program} kann Cairn gleich für dich verwenden. Geh zurück zu deinem Gerät. Du kannst diese Seite schließen.',
    deniedText: '{program} hat keinen Zugriff auf Cairn. Du kannst diese Seite schließen.',
    otherCode: 'Anderen Code eingeben',
    gone: 'Dieser Code wurde inzwischen verwendet oder ist abgelaufen. Beginne auf deinem Gerät von vorn.',
  },
  nothing: {
    title: 'Kein Programm wartet',
    text: 'Du hast über diese Anfrage schon entschieden, sie ist abgelaufen, oder sie begann in einem anderen Browser. Beginne im Programm von vorn.',
    action: 'Agenten und Programme',
  },
  origin: {
    publishedBy: 'Veröffentlicht von {host}',
    local: 'Ein Programm auf diesem Computer',
    unverified: 'Von {host}, nicht geprüft',
    device: 'Ein Programm auf einem anderen Gerät, nicht geprüft',
  },
} satisfies typeof texts

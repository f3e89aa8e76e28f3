import { scopeWords } from '@cairn/contract/display/scope-words'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { catalog } from '../language/catalog.ts'

export const texts = catalog('programs', {
  caution: {
    loopback:
      'Any program on this computer could pretend to be it. Allow it only if you have just started it yourself.',
    loopbackUnverified: 'Nobody has checked its name. Allow it only if you have just started it yourself.',
    unverified: 'Nobody has checked its name. Allow it only if you know this address.',
    known: 'Allow it only if you know this address.',
    through: (host: string) => `It gets access through ${host}. Allow it only if you know both addresses.`,
  },
  form: {
    fields: {
      organizationId: {
        name: 'organization',
        missing: 'Choose the organization that the program may use.',
        invalid: 'Choose the organization that the program may use.',
      },
      scopes: {
        name: 'permissions',
        missing: 'Allow at least one thing, or deny.',
        invalid: 'Choose only what the program asks for.',
      },
    },
    organization: 'Organization',
    organizationHint: 'The program sees no other one.',
    scopes: 'What it may do',
    scopesHint: 'Reading is selected. Add writing if it should act for you.',
    limits:
      'It can never do more than you can, and loses its access if you do not use it for 90 days. You can disconnect it at any time in Settings.',
    deny: 'Deny',
    allow: 'Allow',
  },
  ask: {
    title: 'Connect a program',
    intro: '{program} wants to use Cairn for you.',
    introUnverified: 'A program that calls itself {program} wants to use Cairn for you.',
  },
  scopes: scopeWords as Record<ApiTokenScope, { label: string; description: string }>,
  signedInAs: 'Signed in as {email}.',
  otherAccount: 'Use another account',
  decided: {
    allowed: 'Connected',
    denied: 'Not connected',
    allowedText: '{program} can use Cairn for you now. Continue there. You can close this page.',
    deniedText: '{program} has no access to Cairn. Continue there. You can close this page.',
  },
  device: {
    title: 'Connect a device',
    intro: 'Enter the code that the program shows on your other device.',
    fields: {
      userCode: {
        name: 'code',
        missing: 'Enter the code, such as WDJB-MJHT.',
        invalid: 'Enter the code, such as WDJB-MJHT.',
      },
    },
    code: 'Code',
    codeHint: 'Eight letters. Lower case is fine, and the dash is optional.',
    continue: 'Continue',
    ownOnly:
      'Enter only a code that a program shows you on your own device, and that you asked for yourself. Nobody from Cairn or from your team ever gives you one: whoever does wants your access.',
    compare:
      'Allow it only if your device shows this code, and you have just started the program there yourself.',
    asked: 'Asked',
    from: 'Network address',
    unknownAddress: 'Unknown',
    as: 'Calls itself',
    allowedText:
      '{program} can use Cairn for you in a moment. Go back to your device. You can close this page.',
    deniedText: '{program} has no access to Cairn. You can close this page.',
    otherCode: 'Enter another code',
    gone: 'This code was used meanwhile, or has expired. Start again on your device.',
  },
  nothing: {
    title: 'No program is waiting',
    text: 'You have already decided about this request, it has expired, or it began in another browser. Start again in the program.',
    action: 'Agents and programs',
  },
  origin: {
    publishedBy: 'Published by {host}',
    local: 'A program on this computer',
    unverified: 'From {host}, not verified',
    device: 'A program on another device, not verified',
  },
})

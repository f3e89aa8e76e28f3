import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('settings/api-tokens', {
  newToken: 'New token',
  title: 'API tokens',
  intro: (organization: string) =>
    `Let programs read goals and report on them for you, in ${organization} only. A token can never do more than you can.`,
  loading: 'Loading tokens',
  none: {
    title: 'No tokens yet',
    text: 'A program sends its token with every request, in the Authorization header.',
  },
  more: 'What programs can do is in the {reference}.',
  reference: 'API reference',
  loadingOthers: 'Loading tokens of others',
  secret: {
    ready: '{name} is ready. Copy its secret now and store it safely. It is not shown again.',
    rotated: '{name} has a new secret. Copy its secret now and store it safely. It is not shown again.',
    old: 'The old secret still works until {day}.',
    label: 'Secret',
  },
  rotate: {
    one: (name: string) => `Rotate ${name}`,
    name: 'Rotate',
    title: 'Rotate this token',
    text: (name: string) =>
      `The token “${name}” gets a new secret and keeps everything else. Change your programs while the old secret still works.`,
    overlaps: {
      none: 'Not at all: it stops now',
      hour: 'For 1 hour',
      day: 'For 1 day',
      days3: 'For 3 days',
      days7: 'For 7 days',
    },
    overlap: 'The old secret keeps working',
    overlapHint: 'If somebody else may know it, let it stop now.',
    action: 'Rotate token',
  },
  create: {
    title: 'New API token',
    text: 'Choose only the scopes and goals that the program needs.',
    program: 'A program',
    agent: 'An agent',
    name: 'Name',
    nameHint: 'For example, the program that will use the token.',
    usedBy: 'Used by',
    usedByHint: 'An agent decides by itself what it does. The history says which of the two acted.',
    scopes: 'Scopes',
    scopesHint: 'Writing does not include reading. Choose both if the program needs both.',
    loading: 'Loading scopes',
    validFor: 'Valid for',
    days: (count: number) => `${count} days`,
    action: 'Create token',
  },
  goals: {
    all: 'All that its scopes allow',
    some: 'Only some goals',
    title: 'Goals',
    hint: 'No other goal exists for the token. It can neither publish goals nor change labels, whatever its scopes.',
    chosen: 'Chosen goals',
    count: (count: number, maximum: number) => `${count} of at most ${maximum}.`,
    offered: 'Goals to choose from',
    loading: 'Loading goals…',
    none: 'There are no goals yet.',
    noMatch: 'No goals match.',
    more: 'There are more. Search for the others.',
    loadingOne: 'Loading…',
    deleted: 'A deleted goal',
    failed: 'Could not be loaded',
  },
  others: {
    title: 'Tokens of other people',
    text: (organization: string) =>
      `As an admin you see all tokens that reach ${organization}, and can revoke them. Nobody sees their secrets.`,
    none: 'Nobody else has a token.',
  },
  revoke: {
    done: 'Token revoked.',
    one: (name: string) => `Revoke ${name}`,
    oneOf: (name: string, owner: string) => `Revoke ${name} of ${owner}`,
    name: 'Revoke',
    question: 'Revoke this token?',
    action: 'Revoke token',
    consequence: 'Programs that use {name} lose access right away. You cannot undo this.',
    consequenceOf: 'Programs that use {name} of {owner} lose access right away. You cannot undo this.',
  },
  snippets: {
    curl: 'Says whose token it is and what it may do. It contains the secret.',
    client:
      'With the package @cairn/client. Put the secret in the environment variable CAIRN_TOKEN, not in the code.',
    agent: 'Agent (MCP)',
    command: 'Adds Cairn to the agent, for all your projects. It contains the secret.',
    reads: (variable: string) =>
      `Adds Cairn to the agent. Put the secret in the environment variable ${variable}, which it reads.`,
    file: (file: string) =>
      `For ${file}, or merged into what is there. It contains the secret: do not commit it.`,
    title: 'Use it',
    list: 'Use the token',
  },
  form: {
    name: {
      name: 'name',
    },
    kind: {
      name: 'kind',
    },
    goalIds: {
      name: 'goals',
      missing: 'Choose at least one goal.',
      invalid: 'Choose other goals. One of these was deleted.',
    },
    scopes: {
      name: 'scopes',
      missing: 'Choose at least one scope.',
      invalid: 'Choose other scopes.',
    },
    expiresInDays: {
      name: 'lifetime',
      missing: 'Choose how long the token is valid.',
      invalid: 'Choose how long the token is valid.',
    },
    overlapHours: {
      name: 'overlap',
      missing: 'Choose how long the old secret works.',
      invalid: 'Choose how long the old secret works.',
    },
  },
  onlyGoals: (count: number) =>
    `Only ${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`,
  agent: ' (agent)',
  of: 'of {owner}',
  used: 'Last used {used} · created {created} · expires {expires}',
  neverUsed: 'Never used · created {created} · expires {expires}',
})

import { expect, test } from 'vitest'
import { showsProgram } from './has-programs.ts'

const of = (kind: string) => ({ kind })
const within = (...names: string[]) => ['organization', 'o', ...names]

test.each([
  ['a program of the person here', ['oauth-grants'], [{ organizationId: 'o' }], true],
  ['a program of the person elsewhere', ['oauth-grants'], [{ organizationId: 'p' }], false],
  ['a token', within('api-tokens'), [{}], true],
  ['no token', within('api-tokens'), [], false],
  ['a token of somebody else', within('organization-api-tokens'), [{}], true],
  [
    'an event of an agent',
    within('brief'),
    { events: [{ actor: of('user') }, { actor: of('agent') }] },
    true,
  ],
  ['a question of a program', within('brief'), { questions: [{ askedBy: of('client') }] }, true],
  ['a goal in work', within('brief'), { goals: [{ claim: null }, { claim: { holder: of('agent') } }] }, true],
  ['what people do', within('brief'), { events: [{ actor: of('user') }], goals: [{ claim: null }] }, false],
  ['a claim', within('work', 'claims'), { claims: [{ holder: of('agent') }] }, true],
  ['questions as a plain list', within('work', 'open questions'), [], false],
  [
    'a list of goals',
    within('goals'),
    { pages: [{ goals: [] }, { goals: [{ claim: { holder: of('agent') } }] }] },
    true,
  ],
  ['the feed', within('feed'), { pages: [{ events: [{ actor: of('client') }] }] }, true],
  ['titles of goals', within('goals', 'titles'), { a: 'Title' }, false],
  ['anything else', within('labels'), [{ holder: of('agent') }], false],
  ['another organization', ['organization', 'p', 'api-tokens'], [{}], false],
])('%s', (_, key, data, expected) => {
  expect(showsProgram(key, data, 'o')).toBe(expected)
})

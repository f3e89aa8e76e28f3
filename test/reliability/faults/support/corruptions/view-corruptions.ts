import { type Corruption, changed, without } from './corruptions.ts'

const isShared = { which: ({ h }: { h?: unknown }) => h === 'shared' } as Pick<Corruption, 'which'>
const isOwn = { which: ({ h }: { h?: unknown }) => h !== 'shared' && h !== 'templates' } as Pick<
  Corruption,
  'which'
>

/** A corruption of every invariant of saved views, with a part of the message that the check must give. */
export const viewCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a number of shared views that is too high',
    { kind: 'goalViewCount', ...isShared, corrupt: changed({ n: 2 }) },
    'has 1 shared views, but counts 2',
  ],
  [
    'own views without a number',
    { kind: 'goalViewCount', ...isOwn },
    'has 1 views of one member, but counts 0',
  ],
  [
    'a number of templates that is too high',
    {
      kind: 'goalViewCount',
      which: ({ h }: { h?: unknown }) => h === 'templates',
      corrupt: changed({ n: 2 }),
    } as Corruption,
    'has 1 templates, but counts 2',
  ],
  [
    'a number of views without the views',
    { kind: 'goalView', ...isShared },
    'has 0 shared views, but counts 1',
  ],
  [
    'an own view without an owner',
    { kind: 'goalView', ...isOwn, corrupt: without('ownerUserId') },
    'is stored under the key of another user',
  ],
  [
    'a view of somebody who is no member',
    { kind: 'goalView', ...isShared, corrupt: changed({ ownerUserId: 'email:nobody' }) },
    'is owned by somebody who is no member',
  ],
]

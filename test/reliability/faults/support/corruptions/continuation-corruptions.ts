import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

/** Of the two goals of a continuation, the one that continues and the one that is continued. */
const next = { which: ({ f }: AnyRecord) => f !== undefined }
const first = { which: ({ f }: AnyRecord) => f === undefined }

export const continuationCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a goal that does not say that it is continued',
    { kind: 'goalLinks', ...first, corrupt: changed({ b: [] }) },
    'which does not say so',
  ],
  [
    'a goal that does not say which one it continues',
    { kind: 'goalLinks', ...next, corrupt: without('f') },
    'by the latter only',
  ],
  [
    'an organization that does not know of its continuations',
    {
      kind: 'goalLabelDirectory',
      which: ({ hasContinuations }) => hasContinuations === true,
      corrupt: without('hasContinuations'),
    },
    'does not know that goals continue others',
  ],
]

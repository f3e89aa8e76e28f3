import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../app/page-states.tsx'
import { fill } from '../../language/fill.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { fieldNames } from '../data/display-names.ts'
import { Author, EntryTime } from './author.tsx'
import { texts } from './texts.ts'

// Many goals were never edited.
const loadDifferences = whenOnline(() => import('../editing/differences/edit-differences.tsx'))
const EditDifferences = lazy(async () => ({ default: (await loadDifferences()).EditDifferences }))

/** Edits of one author at one sitting. Several are folded, so that the reports stand out. */
export function EditEntry({ edits }: { edits: [GoalEdit, ...GoalEdit[]] }) {
  const [newest] = edits
  const isFolded = edits.length > 1
  return (
    <li data-entry tabIndex={-1} className="relative rounded-lg pb-7 pl-9">
      <span
        aria-hidden="true"
        className="absolute top-0.5 left-0 flex size-6 items-center justify-center rounded-full bg-paper text-ink-faint"
      >
        <Pencil className="size-3.5" />
      </span>
      <p className="text-ink-soft">{texts.edited(editedFieldNames(edits))}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-faint">
        <span className="min-w-0">
          {fill(isFolded ? texts.editedTimes(edits.length) : '{author}', {
            author: <Author entry={newest} />,
          })}
        </span>
        <EntryTime time={newest.createdAt} />
      </p>
      <div className="mt-2.5 max-w-3xl">
        {isFolded ? <EachEdit edits={edits} /> : <Differences edit={newest} />}
      </div>
    </li>
  )
}

function EachEdit({ edits }: { edits: readonly GoalEdit[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded text-sm font-medium text-accent">{texts.showEdits}</summary>
      {isOpen && (
        <ol className="mt-3 space-y-4">
          {edits.map((edit) => (
            <li key={edit.version} className="space-y-1">
              <p className="text-sm text-ink-faint">
                <EntryTime time={edit.createdAt} />
              </p>
              <Differences edit={edit} />
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

function Differences({ edit }: { edit: GoalEdit }) {
  return (
    <FailureBoundary fallback={<p className="text-sm text-ink-soft">{texts.editsNotLoaded}</p>}>
      <Suspense fallback={<TextSkeleton />}>
        <EditDifferences fields={edit.fields} />
      </Suspense>
    </FailureBoundary>
  )
}

/** `Title, Success criteria`: each field once, those of newer edits first. */
export function editedFieldNames(edits: readonly Pick<GoalEdit, 'fields'>[]): string {
  const fields = new Set(edits.flatMap((edit) => Object.keys(edit.fields)))
  return [...fields].map((field) => fieldNames[field as keyof typeof fieldNames]).join(', ')
}

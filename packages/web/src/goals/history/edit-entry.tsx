import type { GoalEdit } from '@cairn/contract/schemas/goal-history'
import { Pencil } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { FailureBoundary } from '../../app/failure-boundary.tsx'
import { whenOnline } from '../../app/when-online.ts'
import { TextSkeleton } from '../../ui/skeleton.tsx'
import { fieldNames } from '../display-names.ts'
import { Author, EntryTime } from './author.tsx'

// Many goals were never edited.
const loadDifferences = whenOnline(() => import('../differences/edit-differences.tsx'))
const EditDifferences = lazy(async () => ({ default: (await loadDifferences()).EditDifferences }))

export function EditEntry({ edit }: { edit: GoalEdit }) {
  return (
    <li tabIndex={-1} className="relative rounded-lg pb-6 pl-9">
      <span
        aria-hidden="true"
        className="absolute top-0.5 left-0 flex size-5.5 items-center justify-center rounded-full border border-line-strong bg-paper text-ink-faint ring-4 ring-paper"
      >
        <Pencil className="size-3" />
      </span>
      <p className="font-medium">Edited: {editedFieldNames(edit)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-faint">
        <Author entry={edit} />
        <EntryTime time={edit.createdAt} />
      </p>
      <div className="mt-3 max-w-3xl">
        <FailureBoundary
          fallback={
            <p className="text-sm text-ink-soft">
              What changed could not be loaded. Reload the page to see it.
            </p>
          }
        >
          <Suspense fallback={<TextSkeleton />}>
            <EditDifferences fields={edit.fields} />
          </Suspense>
        </FailureBoundary>
      </div>
    </li>
  )
}

/** `title, success criteria`. */
export function editedFieldNames({ fields }: Pick<GoalEdit, 'fields'>): string {
  const names = Object.keys(fields).map((field) => fieldNames[field as keyof typeof fieldNames])
  return names.join(', ').toLowerCase()
}

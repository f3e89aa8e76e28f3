import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { labelsQuery } from '../data/queries.ts'
import { DeleteLabelDialog } from './delete-label-dialog.tsx'
import { LabelDot } from './label-chip.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { texts } from './texts.ts'

type Activity = { kind: 'none' | 'creating' } | { kind: 'changing' | 'deleting'; label: GoalLabel }

export function LabelsPage() {
  const organization = useActiveOrganization()
  const { data: labels, error, refetch } = useQuery(labelsQuery(organization.id))
  const [activity, setActivity] = useState<Activity>({ kind: 'none' })
  const stop = () => setActivity({ kind: 'none' })
  const create = (
    <Button variant="primary" onClick={() => setActivity({ kind: 'creating' })}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.newLabel}
    </Button>
  )
  return (
    <Page title={texts.title} intro={texts.intro} actions={labels && labels.length > 0 && create}>
      {error && !labels && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!labels && !error && <ListSkeleton label={texts.loading} />}
      {labels?.length === 0 && (
        <Empty title={texts.none.title} actions={create}>
          {texts.none.text}
        </Empty>
      )}
      {labels && labels.length > 0 && (
        <ul
          aria-label={texts.title}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {labels.map((label) => (
            <li key={label.id} className="flex items-start gap-3.5 px-4 py-3.5 sm:px-5">
              <LabelDot color={label.color} className="mt-1.5 size-3.5!" />
              <div className="min-w-0 flex-1">
                <Link
                  to="/goals"
                  search={{ labelId: [label.id] }}
                  className="rounded font-medium hover:underline"
                >
                  {label.name}
                </Link>
                {label.description && <p className="text-sm text-ink-faint">{label.description}</p>}
              </div>
              <div className="-my-1.5 flex">
                <IconButton
                  label={texts.editOne(label.name)}
                  onClick={() => setActivity({ kind: 'changing', label })}
                >
                  <Pencil className="size-4.5" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={texts.deleteOne(label.name)}
                  onClick={() => setActivity({ kind: 'deleting', label })}
                >
                  <Trash2 className="size-4.5" aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <LabelDialog open={activity.kind === 'creating'} onClose={stop} />
      <LabelDialog
        open={activity.kind === 'changing'}
        label={activity.kind === 'changing' ? activity.label : undefined}
        onClose={stop}
      />
      {activity.kind === 'deleting' && <DeleteLabelDialog label={activity.label} onClose={stop} />}
    </Page>
  )
}

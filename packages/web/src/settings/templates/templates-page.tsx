import { type GoalTemplate, maximumGoalTemplates } from '@cairn/contract/schemas/goal-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { describeFailure, isApiError } from '../../data/api/failures/failures.ts'
import { offerUndo } from '../../data/undo/offer-undo.ts'
import { describeCadence } from '../../goals/data/display-names.ts'
import { ownTemplatesQuery } from '../../goals/data/queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { RowList } from '../layout/rows.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { requestToRestore } from './template-values.ts'
import { texts } from './texts.ts'

type Editing = { template: GoalTemplate | undefined } | undefined

/** The templates of the organization. Members read what administrators change. */
export function TemplatesPage() {
  const { id, name, canAdminister } = useActiveOrganization()
  const { data: templates, error, refetch } = useQuery(ownTemplatesQuery(id))
  const [editing, setEditing] = useState<Editing>()
  const isFull = (templates?.length ?? 0) >= maximumGoalTemplates
  const create = canAdminister && !isFull && (
    <Button variant="primary" onClick={() => setEditing({ template: undefined })}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.create}
    </Button>
  )
  return (
    <Page title={texts.title} intro={texts.intro(name)} actions={templates && templates.length > 0 && create}>
      {error && !templates && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!templates && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {templates?.length === 0 && (
        <Empty title={texts.none} actions={create}>
          {texts.noneText} {!canAdminister && texts.noneForMembers}
        </Empty>
      )}
      {templates && templates.length > 0 && (
        <div className="space-y-3">
          <RowList label={texts.title}>
            {templates.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                onEdit={canAdminister ? () => setEditing({ template }) : undefined}
              />
            ))}
          </RowList>
          {(isFull || !canAdminister) && (
            <p className="max-w-prose text-sm text-ink-faint">
              {canAdminister ? texts.full(maximumGoalTemplates) : texts.onlyAdmins}
            </p>
          )}
        </div>
      )}
      {editing && <TemplateDialog template={editing.template} onClose={() => setEditing(undefined)} />}
    </Page>
  )
}

type TemplateRowProps = {
  template: GoalTemplate
  /** Undefined for members. */
  onEdit: (() => void) | undefined
}

function TemplateRow({ template, onEdit }: TemplateRowProps) {
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const { name, title, detailedDescription, criteria, measures, labelIds, cadence } = template
  const contents = [
    criteria.length > 0 && texts.criteria(criteria.length),
    measures.length > 0 && texts.measures(measures.length),
    labelIds.length > 0 && texts.labels(labelIds.length),
    cadence && describeCadence(cadence),
  ].filter(Boolean)

  /** Says what is done, or why it is not. */
  async function change(request: () => Promise<unknown>, then: () => void): Promise<void> {
    try {
      await request()
      then()
    } catch (error) {
      // Somebody else has already deleted it.
      if (!isApiError(error, 'goal_template_not_found')) toast.error(describeFailure(error).sentence)
    }
    await queryClient.invalidateQueries({ queryKey: ownTemplatesQuery(organizationId).queryKey })
  }

  function remove(): void {
    const restore = () =>
      void change(
        () => api.createGoalTemplate({ body: requestToRestore(template) }),
        () => toast.success(texts.restored),
      )
    void change(
      () => api.deleteGoalTemplate({ params: { templateId: template.id } }),
      () => offerUndo(texts.deleted, restore),
    )
  }

  return (
    <li className="flex items-start gap-3.5 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {title !== null && title !== name && (
          <p className="text-sm text-ink-soft wrap-anywhere">
            <bdi>{title}</bdi>
          </p>
        )}
        {detailedDescription !== null && (
          <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">
            <bdi>{detailedDescription}</bdi>
          </p>
        )}
        {contents.length > 0 && <p className="text-sm text-ink-faint">{contents.join(' · ')}</p>}
      </div>
      {onEdit && (
        <div className="-my-1.5 flex">
          <IconButton label={texts.editOne(name)} onClick={onEdit}>
            <Pencil className="size-4.5" aria-hidden="true" />
          </IconButton>
          <IconButton label={texts.deleteOne(name)} onClick={remove}>
            <Trash2 className="size-4.5" aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  )
}

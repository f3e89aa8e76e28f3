import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../../../accounts/session/session.ts'
import { useOnDemand } from '../../../../app/hooks/use-on-demand.ts'
import { Button } from '../../../../ui/button.tsx'
import { ownTemplatesQuery } from '../../../data/queries.ts'
import { texts } from './texts.ts'

const loadManaging = async () => (await import('./manage-templates.tsx')).ManageTemplates

/** Offers the templates of the organization above an empty form. Nothing while it has none. */
export function OwnTemplates({ onChoose }: { onChoose: (template: GoalTemplate) => void }) {
  const organization = useActiveOrganization()
  const { data: templates = [] } = useQuery(ownTemplatesQuery(organization.id))
  const managing = useOnDemand(loadManaging)
  const [isManaging, setManaging] = useState(false)
  const { part: ManageTemplates } = managing
  if (templates.length === 0 && !isManaging) return null
  return (
    <fieldset className="space-y-2.5">
      <legend className="text-sm font-medium">{texts.title(organization.name)}</legend>
      <div className="flex flex-wrap gap-2">
        {templates.map((template) => (
          <Button key={template.id} size="small" onClick={() => onChoose(template)}>
            <bdi className="wrap-anywhere">{template.name}</bdi>
          </Button>
        ))}
        {organization.canAdminister && (
          <Button
            size="small"
            variant="quiet"
            onPointerEnter={managing.preload}
            onFocus={managing.preload}
            onClick={() => void managing.open(() => setManaging(true))}
          >
            {texts.manage}
          </Button>
        )}
      </div>
      {ManageTemplates && isManaging && (
        <ManageTemplates templates={templates} onClose={() => setManaging(false)} />
      )}
    </fieldset>
  )
}

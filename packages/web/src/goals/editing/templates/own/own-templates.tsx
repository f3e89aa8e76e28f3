import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../../../accounts/session/session.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { ownTemplatesQuery } from '../../../data/queries.ts'
import { texts } from './texts.ts'

/** Offers the templates of the organization above an empty form. Nothing while it has none. */
export function OwnTemplates({ onChoose }: { onChoose: (template: GoalTemplate) => void }) {
  const organization = useActiveOrganization()
  const { data: templates = [] } = useQuery(ownTemplatesQuery(organization.id))
  if (templates.length === 0) return null
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
          <Link to="/settings/templates" className={buttonClass({ size: 'small', variant: 'quiet' })}>
            {texts.manage}
          </Link>
        )}
      </div>
    </fieldset>
  )
}

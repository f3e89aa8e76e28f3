import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../../../accounts/session/session.ts'
import { describeFailure } from '../../../../data/api/failures/failures.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast.ts'
import { ownTemplatesQuery } from '../../../data/queries.ts'
import { texts } from './texts.ts'

/** Saves what a goal says as a template of the organization. For administrators. */
export function SaveAsTemplate({ goal }: { goal: Goal }) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  if (!organization.canAdminister) return null

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const { saveTemplate } = await import('./save-template.ts')
      const name = await saveTemplate(goal)
      await queryClient.invalidateQueries({ queryKey: ownTemplatesQuery(organization.id).queryKey })
      toast.success(texts.saved(name))
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Button
      size="small"
      variant="quiet"
      className="print:hidden"
      busy={isSaving}
      busyText={texts.saving}
      onClick={() => void save()}
    >
      <LayoutTemplate className="size-4" aria-hidden="true" />
      {texts.save}
    </Button>
  )
}

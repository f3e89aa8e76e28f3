import { useState } from 'react'
import { openOrganization } from '../accounts/session/tab/tab-organization.ts'
import { announceOnNextPage } from '../accounts/session/tab/tab-storage.ts'
import { personApi } from '../data/api/client.ts'
import { laterSchema } from '../data/api/later-schema.ts'
import { useSubmit } from '../data/api/use-submit.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../ui/dialogs/dialog-form-actions.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { organizationFormTexts } from './organization-form-texts.ts'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/organizations')).createOrganizationRequest,
)

type NewOrganizationDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function NewOrganizationDialog({ open, onOpenChange }: NewOrganizationDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.newOrganization}
      description={texts.create.text}
    >
      <NewOrganizationForm onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewOrganizationForm({ onCancel }: { onCancel: () => void }) {
  const [name, setName] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { name },
    texts: organizationFormTexts,
    send: async (body) => {
      const { activeOrganizationId } = await personApi.createOrganization({ body })
      announceOnNextPage(texts.create.done(body.name.trim()))
      await openOrganization(activeOrganizationId)
    },
  })
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
      />
      <DialogFormActions onCancel={onCancel} failure={failure} busy={busy}>
        {texts.create.action}
      </DialogFormActions>
    </form>
  )
}

import { deleteOrganizationRequest } from '@cairn/contract/schemas/people/organizations'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { openOrganization } from '../../accounts/session/tab/tab-organization.ts'
import { announceOnNextPage } from '../../accounts/session/tab/tab-storage.ts'
import { api, personApi } from '../../data/api/client.ts'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { ignoreDeleted } from '../../organizations/ignore-deleted.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ExportOrganization } from '../export/export-section.tsx'
import { texts } from './texts.ts'

export const deleteOrganizationFormTexts: FormTexts = texts.form

/** Lets the owner delete the organization. */
export function DeleteOrganizationSection() {
  const { name } = useActiveOrganization()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="max-w-2xl space-y-3" aria-labelledby="delete">
      <SectionTitle id="delete">{texts.title}</SectionTitle>
      <p className="text-ink-soft">{texts.text(name)}</p>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {texts.action}
      </Button>
      <DeleteOrganizationDialog open={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  )
}

type DeleteOrganizationDialogProps = {
  open: boolean
  onClose: () => void
  /** The initial value of the field for the name. */
  typed?: string
}

export function DeleteOrganizationDialog({ open, onClose, typed = '' }: DeleteOrganizationDialogProps) {
  const { name } = useActiveOrganization()
  return (
    <Dialog open={open} onOpenChange={onClose} title={texts.question(name)} role="alertdialog">
      <DeleteOrganization onClose={onClose} typed={typed} />
    </Dialog>
  )
}

function DeleteOrganization({ onClose, typed }: { onClose: () => void; typed: string }) {
  const organization = useActiveOrganization()
  const [name, setName] = useState(typed)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: deleteOrganizationRequest,
    body: { name },
    texts: deleteOrganizationFormTexts,
    send: async (body) => {
      await ignoreDeleted(() => api.deleteOrganization({ body }))
      announceOnNextPage(texts.done(organization.name))
      // A person always has an organization: another one, or a new one.
      const { activeOrganizationId } = await personApi.getAuthSession()
      await openOrganization(activeOrganizationId)
    },
  })
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <DialogText>
        <p>{texts.consequences}</p>
        <p>{texts.download}</p>
      </DialogText>
      <ExportOrganization />
      <TextField
        label={texts.confirm(organization.name)}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
        spellCheck={false}
      />
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" busy={busy}>
          {texts.action}
        </Button>
      </DialogActions>
    </form>
  )
}

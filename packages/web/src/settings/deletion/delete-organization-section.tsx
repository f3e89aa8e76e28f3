import { deleteOrganizationRequest } from '@cairn/contract/schemas/organizations'
import { useState } from 'react'
import { api, personApi } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useActiveOrganization } from '../../session/session.ts'
import { openOrganization } from '../../session/tab-organization.ts'
import { announceOnNextPage } from '../../session/tab-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { ExportOrganization } from '../export/export-section.tsx'
import { deleteOrganizationFormTexts } from './delete-organization-form-texts.ts'

/** Lets the owner delete the organization. */
export function DeleteOrganizationSection() {
  const { name } = useActiveOrganization()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="max-w-2xl space-y-3" aria-labelledby="delete">
      <SectionTitle id="delete">Delete the organization</SectionTitle>
      <p className="text-ink-soft">
        Deletes {name} with all its goals for everybody in it. There is no way back.
      </p>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete organization
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={() => setIsAsking(false)}
        title={`Delete ${name}?`}
        role="alertdialog"
      >
        <DeleteOrganization onClose={() => setIsAsking(false)} />
      </Dialog>
    </section>
  )
}

function DeleteOrganization({ onClose }: { onClose: () => void }) {
  const organization = useActiveOrganization()
  const [name, setName] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: deleteOrganizationRequest,
    body: { name },
    texts: deleteOrganizationFormTexts,
    send: async (body) => {
      await api.deleteOrganization({ body })
      announceOnNextPage(`${organization.name} is deleted.`)
      // A person always has an organization: another one, or a new one.
      const { activeOrganizationId } = await personApi.getAuthSession()
      await openOrganization(activeOrganizationId)
    },
  })
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <DialogText>
        <p>
          Everybody in the organization loses it at once: goals with their history, labels, invitations, API
          tokens and webhooks. Everybody gets an email about it. The data is removed within a day. Nobody can
          bring it back, not even you.
        </p>
        <p>You can download everything first.</p>
      </DialogText>
      <ExportOrganization />
      <TextField
        label={`To confirm, type ${organization.name}`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
        spellCheck={false}
      />
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Delete organization
        </Button>
      </DialogActions>
    </form>
  )
}

import { updateOrganizationRequest } from '@cairn/contract/schemas/people/organizations'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { updateOrganizations, useActiveOrganization } from '../accounts/session/session.ts'
import { api } from '../data/api/client.ts'
import { useSubmit } from '../data/api/use-submit.ts'
import { ExploreSample } from '../help/sample/explore-sample.tsx'
import { openOverlay } from '../help/shortcuts/open-overlay.ts'
import { organizationFormTexts } from '../organizations/organization-form-texts.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { Card, Page, SectionTitle } from '../ui/page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { toast } from '../ui/toast.ts'
import { DeleteOrganizationSection } from './deletion/delete-organization-section.tsx'
import { ExportSection } from './export/export-section.tsx'
import { texts } from './texts.ts'

export function OrganizationPage() {
  const organization = useActiveOrganization()
  return (
    <Page title={texts.organization.title} intro={texts.organization.intro}>
      <Card className="max-w-2xl">
        <RenameForm key={organization.id} />
      </Card>
      {organization.canAdminister && (
        <section className="max-w-2xl space-y-3">
          <SectionTitle>{texts.organization.goals}</SectionTitle>
          <Card>
            <DefaultVerification />
          </Card>
        </section>
      )}
      <section className="max-w-2xl space-y-3">
        <SectionTitle>{texts.organization.another}</SectionTitle>
        <p className="text-ink-soft">{texts.organization.anotherText}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => openOverlay('new-organization')}>{texts.organization.create}</Button>
          <ExploreSample />
        </div>
      </section>
      {organization.canAdminister && <ExportSection key={`export ${organization.id}`} />}
      {organization.role === 'owner' && <DeleteOrganizationSection key={`delete ${organization.id}`} />}
    </Page>
  )
}

/** Whether new goals need a second person. It is saved at once. */
function DefaultVerification() {
  const { defaultVerification } = useActiveOrganization()
  const saving = useMutation({
    mutationFn: (isNeeded: boolean) =>
      api.updateOrganization({ body: { defaultVerification: isNeeded ? 'other_person' : 'none' } }),
    onSuccess: (context) => {
      updateOrganizations(context)
      toast.success(texts.organization.verificationSaved)
    },
  })
  return (
    <div className="space-y-3">
      <Checkbox
        label={texts.organization.verification}
        hint={texts.organization.verificationHint}
        checked={saving.isPending ? saving.variables : defaultVerification === 'other_person'}
        disabled={saving.isPending}
        onChange={(isNeeded) => saving.mutate(isNeeded)}
      />
      <FailureNotice failure={saving.error} />
    </div>
  )
}

function RenameForm() {
  const organization = useActiveOrganization()
  const [name, setName] = useState(organization.name)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateOrganizationRequest,
    body: { name },
    texts: organizationFormTexts,
    send: async (body) => {
      updateOrganizations(await api.updateOrganization({ body }))
      toast.success(texts.organization.saved)
    },
  })
  if (!organization.canAdminister) {
    return (
      <div className="space-y-1">
        <p className="text-sm text-ink-faint">{texts.organization.name}</p>
        <p className="font-medium">{organization.name}</p>
        <p className="pt-2 text-sm text-ink-faint">{texts.organization.onlyAdmins}</p>
      </div>
    )
  }
  return (
    <form
      ref={form}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        toast.dismiss() // The toast of an earlier save.
        void submit(event)
      }}
    >
      <TextField
        label={texts.organization.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
      />
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" busy={busy}>
        {texts.organization.save}
      </Button>
    </form>
  )
}

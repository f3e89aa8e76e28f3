import { expect, it } from 'vitest'
import { signIn } from '../../../../support/people/sign-in.ts'
import { pictureOf } from '../../../../support/requests/pictures.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { readTable } from '../../../../support/table/read-table.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

it('204s, and nothing is left of the picture', async () => {
  await ada.api.setPicture({ body: pictureOf('ada') })
  await ada.api.getAuthSession()
  await ada.api.deletePicture()
  expect(await ada.api.getAuthSession()).not.toHaveProperty('pictureId')
  const { members } = await ada.api.listOrganizationMembers()
  expect(members.map((member) => member.pictureId)).toEqual([undefined])
  expect((await readTable(service.table.database)).picture).toEqual([])
})

it('204s without a picture, and changes nothing', async () => {
  const before = await readTable(service.table.database)
  await ada.api.deletePicture()
  expect(await readTable(service.table.database)).toEqual(before)
})

import { catalog } from '../language/catalog.ts'

export const texts = catalog('settings', {
  loadingMore: 'Loading more',
  loadMore: 'Load more',
  organization: {
    title: 'Organization',
    intro: 'Each organization has its own goals, labels, and members.',
    another: 'Another organization',
    anotherText: 'You can belong to several organizations and switch between them at any time.',
    create: 'New organization',
    saved: 'Name saved.',
    name: 'Name',
    onlyAdmins: 'Only the owner and admins can rename the organization.',
    save: 'Save name',
    goals: 'Goals',
    verification: 'New goals need a second person',
    verificationHint:
      'A goal can be completed only once someone else has confirmed that each criterion is met. People can choose otherwise for a goal that they publish, programs cannot. Existing goals stay as they are.',
    verificationSaved: 'Setting saved.',
  },
  scopes: 'Scopes',
  navigation: {
    account: 'Account',
    security: 'Security',
    agents: 'Agents and programs',
    notifications: 'Notifications',
    appearance: 'Appearance',
    organization: 'Organization',
    members: 'Members',
    apiTokens: 'API tokens',
    webhooks: 'Webhooks',
    audit: 'Audit log',
    settings: 'Settings',
    current: 'Settings:',
    choose: 'Choose',
    you: 'You',
  },
})

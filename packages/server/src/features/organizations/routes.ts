import { createMember } from './create-member.ts'
import { createOrganization } from './create-organization.ts'
import { createOrganizationLocale } from './create-organization-locale.ts'
import { createResetLink } from './create-reset-link.ts'
import { deleteMember } from './delete-member.ts'
import { deleteOrganization } from './delete-organization.ts'
import { getOrganization } from './get-organization.ts'
import { listMembers } from './list-members.ts'
import { listOrganizationLocales } from './list-organization-locales.ts'
import { listOrganizations } from './list-organizations.ts'
import { listPeople } from './list-people.ts'
import { renewInvitation } from './renew-invitation.ts'
import { updateMember } from './update-member.ts'
import { updateOrganization } from './update-organization.ts'

export const organizationEndpoints = [
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  listPeople,
  listOrganizationLocales,
  createOrganizationLocale,
  listMembers,
  createMember,
  renewInvitation,
  createResetLink,
  updateMember,
  deleteMember,
]

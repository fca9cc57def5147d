/** What stands for the name of a member who deleted their account. */
export const deletedMemberName = '已注销用户';

"""absence, letters from known addresses only, wanted seats"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("absent_from", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("absent_until", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("only_known", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.add_column(sa.Column("wanted_by", sa.String(length=64), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.drop_column("wanted_by")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("only_known")
        batch_op.drop_column("absent_until")
        batch_op.drop_column("absent_from")

"""a person's language, and what the texts of entries were made of"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("language", sa.String(length=16), nullable=False, server_default=""))
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("said", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_column("said")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("language")
